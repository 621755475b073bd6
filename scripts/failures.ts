import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { causeFailures } from "./failures/cause-failures"
import { fillFailures } from "./failures/fill-failures"
import { root } from "./root"
import { runScript } from "./shutdown"

/** Causes every failure and writes into docs/failures.md what a person sees of it. */
await runScript(async (shutdown) => {
  const file = join(root, "docs/failures.md")
  writeFileSync(file, fillFailures(readFileSync(file, "utf8"), await causeFailures()))
  return shutdown.end(0)
})
