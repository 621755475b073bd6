import { spawnSync } from "node:child_process"
import { z } from "zod"
import { root } from "./root"
import { runScript } from "./shutdown"
import { judgeAudit } from "./testing/judge-audit"

/** npm's answer, whether it found something or not; it needs the registry. */
function askRegistry(): unknown {
  const { stdout } = spawnSync("npm", ["audit", "--json", "--omit=dev"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    timeout: 60_000,
  })
  return z.json().catch(null).parse(parseJson(stdout))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

await runScript(async (shutdown) => {
  const { isFaulty, lines } = judgeAudit(askRegistry())
  for (const line of lines) console.log(line)
  return shutdown.end(isFaulty ? 1 : 0)
})
