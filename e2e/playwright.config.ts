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
  // A file with worker options or worker fixtures of its own runs last, in workers of its own: have none.
  workers: 2,
  retries: 0,
  timeout: isDeep ? 180_000 : 20_000,
  expect: { timeout: isDeep ? 45_000 : 5_000 },
  reporter: [
    ["list"],
    ["json", { outputFile: process.env["E2E_RESULTS"] ?? "../.data/test/browser.json" }],
  ],
  // What edits departments runs after everything that compares them with the service.
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
    // While a popup moves, Playwright's click is tried again, which scrolls the page under it: the click can miss.
    contextOptions: { reducedMotion: "reduce" },
    // A trace of every test would take a quarter of the run: `--trace retain-on-failure` records one.
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
