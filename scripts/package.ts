import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { ensureBuilt } from "./build"
import { filesBelow, makePackage, packageFolder } from "./package/make-package"
import { runScript } from "./shutdown"

await runScript(async (shutdown) => {
  const { values } = parseArgs({ options: { to: { type: "string" } } })
  await ensureBuilt()
  const folder = values.to === undefined ? packageFolder() : resolve(values.to)
  makePackage(folder)
  const files = filesBelow(folder)
  const megabytes = files.reduce((total, { bytes }) => total + bytes, 0) / 1e6
  console.log(`${folder}: ${files.length} files, ${megabytes.toFixed(0)} MB`)
  await shutdown.end(0)
})
