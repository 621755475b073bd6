import { defineConfig } from "@playwright/test"

const asRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "../.data/test/browser",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [
    ["list"],
    ["json", { outputFile: process.env["E2E_RESULTS"] ?? "../.data/test/browser.json" }],
  ],
  use: {
    baseURL: process.env["E2E_URL"] ?? "http://localhost:3000",
    locale: "en-GB",
    timezoneId: "Europe/Copenhagen",
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
