import { spawn } from "node:child_process"
import { root } from "../root"

/** How many checks of a step passed and failed. */
export interface Counts {
  readonly passed: number
  readonly failed: number
}

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
