import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { expect, test } from "vitest"
import { root } from "@/scripts/root"

/** The standard output of a program that logs three lines and then ends in the given way. */
async function logAnd(end: string): Promise<unknown[]> {
  const log = JSON.stringify(join(root, "service", "log.ts"))
  const program = `
    import { createServiceLog, logRequest } from ${log}
    const log = createServiceLog("info")
    for (const status of [200, 404, 500]) logRequest(log, { method: "GET", operation: "none", status, ms: 1 })
    ${end}`
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", program],
    { cwd: root, stdio: ["ignore", "pipe", "ignore"] },
  )
  const [output] = await Promise.all([text(child.stdout), once(child, "exit")])
  const lines = output.split("\n")
  expect(lines.pop()).toBe("")
  return lines.map((line) => (JSON.parse(line) as { status: number }).status)
}

test.each([
  ["by itself", ""],
  ["at once", "process.exit(0)"],
  ["by an error", 'throw new Error("planted")'],
])("all lines are written in order if the process ends %s", async (_how, end) => {
  expect(await logAnd(end)).toEqual([200, 404, 500])
})
