import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { promisify } from "node:util"

const run = promisify(execFile)

/** Whether a program is on this machine that a user's need not have. */
export const hasProgram = (name: string): Promise<boolean> =>
  run(name, ["--version"]).then(
    () => true,
    () => false,
  )

/** What a program printed, on either way, and whether it was content. */
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

/** Starts a program that goes on; it ends with `stop`. */
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
