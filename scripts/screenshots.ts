import { relative } from "node:path"
import { parseArgs } from "node:util"
import { ensureBuilt } from "./build"
import { root } from "./root"
import { runScript } from "./shutdown"
import { takeScreenshots } from "./testing/screenshots/take-screenshots"

await runScript(async (shutdown) => {
  const { dark, only } = parseArgs({
    options: { dark: { type: "boolean" }, only: { type: "string", multiple: true } },
  }).values
  await ensureBuilt()
  const theme = dark ? "dark" : "light"
  const { count, folder } = await takeScreenshots(shutdown, { theme, only })
  console.log(`${count} screenshots are in ${relative(root, folder)}.`)
  await shutdown.end(0)
})
