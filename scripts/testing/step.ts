import { spawn } from "node:child_process"
import { root } from "../root"

/** A test file and how long its tests took. */
export interface TestFile {
  readonly name: string
  readonly ms: number
}

/** What came of a step's checks: how many passed, a text for each that did not, one for each that passed at its second try only, and the test files. */
export interface Outcome {
  readonly passed: number
  readonly failures: readonly string[]
  readonly unsteady?: readonly string[]
  readonly files?: readonly TestFile[]
}

/** What came of a program whose report names `failures`: one that ended with a fault and names none has failed as a whole. */
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

/** What came of several steps together. */
export const joinOutcomes = (outcomes: readonly Outcome[]): Outcome => ({
  passed: outcomes.reduce((total, { passed }) => total + passed, 0),
  failures: outcomes.flatMap(({ failures }) => failures),
  unsteady: outcomes.flatMap(({ unsteady = [] }) => unsteady),
  files: outcomes.flatMap(({ files = [] }) => files),
})

/** Runs a program of the project's own packages with its output shown; answers its exit code. */
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
