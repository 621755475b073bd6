import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config"
import { isSoak } from "./scripts/testing/rounds"
import { groupTests, type TestGroup } from "./scripts/testing/test-groups"

const groups = groupTests(import.meta.dirname)
const cores = availableParallelism()

/** The tests of a group; PostgreSQL is started only where one of those that need it is chosen. */
const project = (
  name: TestGroup,
  options: NonNullable<TestProjectInlineConfiguration["test"]>,
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: [...groups[name]], ...options },
})

// They wait for other processes as much as they compute.
const waiting = { sequence: { groupOrder: 1 }, maxWorkers: Math.ceil(cores * 1.5) }

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
    projects: [
      // Most of their work is to load the same modules: a process does it once.
      project("pure", { isolate: false, maxWorkers: cores }),
      project("pure-alone", { maxWorkers: cores }),
      project("processes", waiting),
      project("database", {
        ...waiting,
        globalSetup: "./scripts/testing/database.ts",
      }),
    ],
    server: { deps: { inline: ["openapi-typescript"] } },
    // Ends what hangs; how fast a test is says the machine, not the test.
    testTimeout: isSoak ? 900_000 : 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
