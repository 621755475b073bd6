import { parseArgs } from "node:util"
import { ensureBuilt } from "./build"
import { readProduct } from "./package/tree"
import { makeRelease, readRelease, tagRelease } from "./release/make-release"
import { runScript } from "./shutdown"

await runScript(async (shutdown) => {
  const { values } = parseArgs({ options: { tag: { type: "boolean" } } })
  const product = readProduct()
  const notes = readRelease(product)
  await ensureBuilt()
  for (const file of makeRelease(product)) console.log(file)
  if (values.tag) tagRelease(product)
  console.log(`\n${notes}`)
  await shutdown.end(0)
})
