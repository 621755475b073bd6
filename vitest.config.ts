import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

export default defineConfig({
  resolve: {
    alias: {
      "server-only": fileURLToPath(new URL("./node_modules/server-only/empty.js", import.meta.url)),
      // openapi-typescript asks for the TypeScript 5 API.
      typescript: "typescript-5",
      "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, ""),
    },
  },
  test: {
    include: ["{lib,service,components,app,scripts,bench}/**/*.test.{ts,tsx}", "*.test.ts"],
    globalSetup: ["./scripts/testing/database.ts"],
    server: { deps: { inline: ["openapi-typescript"] } },
    maxWorkers: "100%",
    // Ends what hangs; how fast a test is says the machine, not the test.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
