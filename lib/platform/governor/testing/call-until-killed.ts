import { createCallLog, openPool } from "@/lib/db"
import { createGovernor } from "../create-governor"
import type { QuotaRule } from "../governor"

/** The child's only argument, as JSON. */
export interface ChildOrder {
  readonly connection: { readonly url: string; readonly schema: string }
  readonly clientId: string
  readonly rule: QuotaRule
  /** How many calls end; one that never ends follows. */
  readonly ended: number
}

const order: ChildOrder = JSON.parse(process.argv[2] ?? "")
const { connection, clientId, rule, ended } = order
const { url, schema } = connection
const ticket = { priority: "person", person: "caller" } as const

/** Makes calls and reports them on standard output, until it is killed. */
async function callUntilKilled(): Promise<void> {
  const pool = openPool(url, { max: 4 })
  const governor = createGovernor({ log: createCallLog({ pool, schema, clientId, rule }), rule })
  for (let number = 1; number <= ended; number++)
    await governor.run(ticket, async () => process.stdout.write("called\n"))
  await governor.run(ticket, async () => {
    process.stdout.write("calling\n")
    await new Promise(() => setInterval(() => {}, 1000))
  })
}

void callUntilKilled()
