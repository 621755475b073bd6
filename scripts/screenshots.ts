import { join } from "node:path"
import { parseArgs } from "node:util"
import { ensureBuilt } from "./build"
import { root } from "./root"
import { runScript } from "./shutdown"
import { takeScreenshots } from "./testing/screenshots/take-screenshots"

await runScript(async (shutdown) => {
  const { only } = parseArgs({ options: { only: { type: "string", multiple: true } } }).values
  ensureBuilt()
  const folder = join(root, "docs", "screenshots")
  const count = await takeScreenshots(shutdown, { folder, only })
  console.log(`${count} screenshots are in docs/screenshots.`)
  await shutdown.end(0)
})
