import { parseArgs } from "node:util"
import { catalogue } from "@/lib/catalogue"
import { openPool } from "@/lib/db"
import { addErasure } from "@/lib/server/audit/table"
import {
  type ErasureCount,
  erasePerson,
  findPersonToErase,
} from "@/lib/server/erasure/erase-person"
import { instanceName } from "@/lib/server/http/instance-name"
import { loadEnvironment } from "./environment"
import { runScript } from "./shutdown"

const usage = `node scripts/run.mjs erase ID [ID …] [--texts] --yes

Erases a person from the dashboard's database, which DATABASE_URL names: by their id at the identity, at the
platform, or both. Without --yes it says whom it would erase and changes nothing. --texts also replaces their
names in texts that others wrote, where a namesake may be meant. docs/operations.md says what has to be done
before, docs/decisions/0048 what is erased.`

const doings = {
  removed: "removed",
  renamed: "under an alias",
  replaced: "replaced in texts",
  left: "left: look at them, or erase again with --texts",
} as const satisfies Record<ErasureCount["does"], string>

await runScript(async (shutdown) => {
  const { DATABASE_URL: url } = loadEnvironment()
  const { values, positionals: ids } = parseArgs({
    allowPositionals: true,
    options: { yes: { type: "boolean" }, texts: { type: "boolean", default: false } },
  })
  if (ids.length === 0) throw new Error(usage)
  if (!url) throw new Error("DATABASE_URL is not set: it names the dashboard's database.")
  const pool = openPool(url, { max: 2 })
  shutdown.add({ stop: () => pool.end() })
  const person = await findPersonToErase(pool, ids)
  const known = [...person.names, ...person.emails].join(", ") || "nobody has a name for them"
  console.log(`${person.ids.join(", ")} (${known})`)
  if (!values.yes) throw new Error("Nothing is changed. Say --yes to erase this person.")
  const { alias, label, counts } = await erasePerson({
    pool,
    catalogue,
    person,
    replacesNames: values.texts,
    recordErasure: (erased, session) => addErasure(session, { ...erased, instance: instanceName }),
  })
  for (const { table, does, rows } of counts) console.log(`${table}: ${rows} ${doings[does]}`)
  console.log(`Erased. Where others need what they did, it is by "${label}" (${alias}) now.`)
  await shutdown.end(0)
})
