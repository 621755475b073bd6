import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./root"
import { fillRules, proofsOf } from "./testing/fill-rules"

/** Writes into docs/rules.md which tests prove each rule, as the tests themselves say. */
const file = join(root, "docs/rules.md")
writeFileSync(file, fillRules(readFileSync(file, "utf8"), proofsOf(root)))
