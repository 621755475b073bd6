import { join } from "node:path"
import { ensureBuilt } from "./build"
import { root } from "./root"
import { runScript } from "./shutdown"
import { takeScreenshots } from "./testing/screenshots/take-screenshots"

await runScript(async (shutdown) => {
  ensureBuilt()
  const count = await takeScreenshots(shutdown, join(root, "docs", "screenshots"))
  console.log(`${count} screenshots are in docs/screenshots.`)
  await shutdown.end(0)
})
