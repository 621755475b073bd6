import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

export default defineConfig({
  resolve: {
    alias: {
      "server-only": fileURLToPath(new URL("./node_modules/server-only/empty.js", import.meta.url)),
      "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, ""),
    },
  },
  test: {
    include: ["{lib,service,components,app,scripts}/**/*.test.{ts,tsx}", "*.test.ts"],
    globalSetup: ["./scripts/testing/database.ts"],
    maxWorkers: "100%",
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
})
