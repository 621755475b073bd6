import { startTemporaryPostgres } from "@/scripts/postgres/temporary"
import { median } from "../median"
import type { Row } from "../row"
import type { Size, SuiteContext } from "../suite"
import type { ListCosts, ListOrder } from "./list-program"
import { startProgram } from "./start-program"

const sizes: Readonly<Record<Size, { readonly short: number; readonly long: number }>> = {
  quick: { short: 10_000, long: 80_000 },
  normal: { short: 100_000, long: 800_000 },
  large: { short: 100_000, long: 800_000 },
}
const grownGoalMib = 150
const rounds: Readonly<Record<Size, number>> = { quick: 1, normal: 2, large: 3 }

/** In a program of its own, whose memory nothing else has used. */
async function copy(context: SuiteContext, order: ListOrder): Promise<ListCosts> {
  const program = startProgram<ListOrder, ListCosts>(context, "list-program.ts")
  const costs = await program.run(order)
  await program.stop()
  return costs
}

/** What a page costs of a long list without a time, which is copied as a whole, beside one of a short list. */
export async function compareLists(context: SuiteContext): Promise<Row[]> {
  const { keep, print, size } = context
  const database = keep(await startTemporaryPostgres({ databases: ["lists"], durable: true }))
  const databaseUrl = database.url("lists")
  const { short, long } = sizes[size]
  const taken = { short: [] as ListCosts[], long: [] as ListCosts[] }
  for (let round = 0; round < rounds[size]; round += 1) {
    print(`Lists of ${short.toLocaleString("en")} and ${long.toLocaleString("en")} are copied …`)
    taken.short.push(await copy(context, { databaseUrl, rows: short }))
    taken.long.push(await copy(context, { databaseUrl, rows: long }))
  }
  const of = (costs: readonly ListCosts[], figure: (each: ListCosts) => number) =>
    median(costs.map(figure))
  const pageMs = ({ pageMs: ms }: ListCosts) => ms
  const grownMib = ({ grownBytes }: ListCosts) => grownBytes / 2 ** 20
  const name = `First copy of ${long.toLocaleString("en")} records without a time`
  const baseline = `${short.toLocaleString("en")} records`
  return [
    {
      name: `${name}, a page`,
      unit: "ms",
      figure: of(taken.long, pageMs),
      baseline: { name: baseline, figure: of(taken.short, pageMs) },
      goal: { atMost: 1.3 },
    },
    {
      name: `${name}, memory at most more`,
      unit: "MiB",
      figure: of(taken.long, grownMib),
      baseline: { name: "goal", figure: grownGoalMib },
      goal: { atMost: 1 },
    },
  ]
}
