import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { isDeep } from "./scripts/testing/rounds"

const folders = "{app,bench,components,lib,scripts,service}/**"
const database = {
  globalSetup: "./scripts/testing/database.ts",
  setupFiles: "./scripts/testing/restore.ts",
}

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
    silent: "passed-only",
    projects: [
      {
        extends: true,
        test: {
          name: "pure",
          include: [`${folders}/*.test.{ts,tsx}`],
          exclude: ["**/*.{db,deep}.test.ts", "**/node_modules/**"],
          setupFiles: "./scripts/testing/restore.ts",
          isolate: false,
          pool: "threads",
          maxWorkers: availableParallelism(),
          testTimeout: isDeep ? 600_000 : 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...database,
          name: "db",
          include: [`${folders}/*.db.test.ts`],
          isolate: false,
          // They wait for the database as much as they compute.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          testTimeout: isDeep ? 600_000 : 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        extends: true,
        test: {
          ...database,
          name: "deep",
          include: [`${folders}/*.deep.test.ts`],
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 2 },
          testTimeout: 900_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
    server: { deps: { inline: ["openapi-typescript"] } },
  },
})
