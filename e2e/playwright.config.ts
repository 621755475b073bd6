import { defineConfig } from "@playwright/test"
import { isDeep } from "@/scripts/testing/rounds"

const asRoot = process.getuid?.() === 0

// Matched against a test's file, title and tags.
const edits = /@edits/
const deep = /\.deep\.spec\.ts|@deep/
const deepEdits = /(?=.*@edits)(?=.*(\.deep\.spec\.ts|@deep))/

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "../.data/test/browser",
  fullyParallel: true,
  // A file with its own worker options or worker fixtures runs last, in separate workers: have
  // none.
  workers: 2,
  retries: 0,
  timeout: isDeep ? 180_000 : 20_000,
  expect: { timeout: isDeep ? 45_000 : 5_000 },
  reporter: [
    ["list"],
    ["json", { outputFile: process.env["E2E_RESULTS"] ?? "../.data/test/browser.json" }],
  ],
  // Tests that edit departments run after all tests that compare them with the service.
  projects: [
    isDeep
      ? { name: "reading", grep: deep, grepInvert: edits }
      : { name: "reading", grepInvert: [edits, deep] },
    {
      name: "editing",
      dependencies: ["reading"],
      ...(isDeep ? { grep: deepEdits } : { grep: edits, grepInvert: deep }),
    },
  ],
  use: {
    baseURL: process.env["E2E_URL"] ?? "http://localhost:3000",
    locale: "en-GB",
    timezoneId: "Europe/Copenhagen",
    // Playwright retries a click on a moving popup after scrolling the page under it, and the click
    // can miss.
    contextOptions: { reducedMotion: "reduce" },
    // Traces of all tests would take a quarter of the run; `--trace retain-on-failure` records one.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(process.env["E2E_CHROMIUM"] && { executablePath: process.env["E2E_CHROMIUM"] }),
      args: [
        ...(asRoot ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
})
