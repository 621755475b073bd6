import { relative } from "node:path"
import { ensureBuilt } from "./build"
import { filesBelow, makePackage } from "./package/make-package"
import { root } from "./root"
import { runScript } from "./shutdown"

await runScript(async (shutdown) => {
  await ensureBuilt()
  const folder = makePackage()
  const files = filesBelow(folder)
  const megabytes = files.reduce((total, { bytes }) => total + bytes, 0) / 1e6
  console.log(`${relative(root, folder)}: ${files.length} files, ${megabytes.toFixed(0)} MB`)
  await shutdown.end(0)
})
