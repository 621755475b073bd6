import { spawn } from "node:child_process"
import { root } from "../root"

/** A test file and how long its tests took. */
export interface TestFile {
  readonly name: string
  readonly ms: number
}

/**
 * The outcome of a step: the number of passed checks, a text for each failed one, and the test
 * files.
 */
export interface Outcome {
  readonly passed: number
  readonly failures: readonly string[]
  readonly files?: readonly TestFile[]
}

/**
 * The outcome of a program; one that exits with an error but reports no failure counts as one
 * failure.
 */
export const outcomeOf = (
  program: string,
  code: number,
  passed: number,
  failures: readonly string[],
): Outcome => ({
  passed,
  failures:
    code !== 0 && failures.length === 0 ? [`${program} ended with the code ${code}.`] : failures,
})

/** The outcome of several steps together. */
export const joinOutcomes = (outcomes: readonly Outcome[]): Outcome => ({
  passed: outcomes.reduce((total, { passed }) => total + passed, 0),
  failures: outcomes.flatMap(({ failures }) => failures),
  files: outcomes.flatMap(({ files = [] }) => files),
})

/** Runs a program of an installed package and shows its output; returns its exit code. */
export function runProgram(
  file: string,
  options: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file, ...options], {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "inherit", "inherit"],
    })
    child.on("exit", (code) => resolve(code ?? 1))
  })
}
