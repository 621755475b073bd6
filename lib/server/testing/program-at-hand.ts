import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { promisify } from "node:util"

const run = promisify(execFile)

/** Whether an optional program is installed on this machine. */
export const hasProgram = (name: string): Promise<boolean> =>
  run(name, ["--version"]).then(
    () => true,
    () => false,
  )

/** Runs a program and returns its output on both streams and whether it succeeded. */
export async function runProgram(name: string, parameters: readonly string[], cwd: string) {
  const ended = (output: { stdout: string; stderr: string }, isFine: boolean) => ({
    isFine,
    text: `${output.stdout}${output.stderr}`,
  })
  return run(name, parameters, { cwd, timeout: 60_000 }).then(
    (output) => ended(output, true),
    (error) => ended({ stdout: "", stderr: String(error), ...error }, false),
  )
}

/** Starts a long-running program that `stop` kills. */
export function startProgram(name: string, parameters: readonly string[], cwd: string) {
  const child = spawn(name, parameters, { cwd, stdio: "ignore" })
  const ended = once(child, "exit")
  return {
    async stop() {
      child.kill("SIGKILL")
      await ended
    },
  }
}
