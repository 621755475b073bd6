import { defineConfig } from "@playwright/test"
import { isSoak } from "@/scripts/testing/rounds"

const asRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "../.data/test/browser",
  fullyParallel: true,
  // A file with worker options or worker fixtures of its own runs last, in workers of its own: have none.
  // The long form also checks for how long the dashboard was busy: then nothing else is under way.
  workers: isSoak ? 1 : 2,
  retries: 0,
  // They end what hangs; how fast a test is says the machine, not the test.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: [
    ["list"],
    ["json", { outputFile: process.env["E2E_RESULTS"] ?? "../.data/test/browser.json" }],
  ],
  // What edits departments runs after all that compares them with the service.
  projects: [
    { name: "reading", grepInvert: isSoak ? /@edits/ : [/@edits/, /@whole/] },
    { name: "editing", grep: /@edits/, ...(!isSoak && { grepInvert: /@whole/ }) },
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
