import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { rounds } from "@/scripts/testing/rounds"
import { poolSession } from "../../db"
import { markGroupsDue } from "./renew-groups"
import { openTestSmallGroups, type TestSmallGroups } from "./testing/open-small-groups"
import { solveSmallSums } from "./testing/solve-small-sums"
import { simulateYear, type Viewing, yearDepartments, yearStores } from "./testing/year-of-points"

let opened: TestSmallGroups
let smallGroups: TestSmallGroups["smallGroups"]
beforeAll(async () => {
  opened = await openTestSmallGroups()
  smallGroups = opened.smallGroups
})
afterAll(() => opened.close())

/** The disclosed sums with the values of their points. */
async function readSums(dataSetId: string): Promise<{ total: number; versions: number[] }[]> {
  const { rows } = await opened.pool.query(
    `select total, array_agg(value)::float8[] as versions
     from "${opened.schema}".point_band join "${opened.schema}".told_point using (in_data_set_id, band)
     where in_data_set_id = $1 and is_told group by band, total`,
    [dataSetId],
  )
  return rows
}

/**
 * Replaces the copy's points by those of a viewing; the value of a point is its version's number.
 */
async function put(dataSetId: string, { points }: Viewing) {
  const { pool, schema } = opened
  await pool.query(`delete from "${schema}".data_point where in_data_set_id = $1`, [dataSetId])
  const rows = points.map(({ version, ...point }) => {
    return { ...point, value: version, ms: Date.parse(point.timeStamp) }
  })
  await opened.load(dataSetId, rows)
  await markGroupsDue(poolSession(pool), { schema, dataSetId })
}

const years = Array.from({ length: rounds({ test: 2, deep: 30 }) }, (_, at) => at + 1)

test.each(years)(
  "The sums disclosed over a year together determine nothing about fewer than five people: year %i.",
  async (seed) => {
    const { reads, versions, persons } = simulateYear(26, seed)
    const dataSetId = randomUUID()
    const equations = new Map<string, number[]>()
    let share = 0
    for (const read of reads) {
      await put(dataSetId, read)
      const tree = yearDepartments.map(({ id, parentId }) => ({
        id,
        parentId: id === yearStores[2] ? read.region : parentId,
      }))
      const selection = { dataSetId, scope: "all" } as const
      await smallGroups.readExtent(selection, { minPeople: read.minPeople, tree, mayWait: false })
      const sums = await readSums(dataSetId)
      for (const { total, versions: own } of sums) {
        expect(own.reduce((sum, version) => sum + version, 0)).toBe(total)
        const counts = versions.map((_, version) => own.filter((each) => each === version).length)
        equations.set(counts.join(), counts)
      }
      share = sums.flatMap(({ versions: own }) => own).length / read.points.length
    }
    expect(solveSmallSums({ equations: [...equations.values()], persons }, 5)).toEqual([])
    expect(share).toBeGreaterThan(0.7)
  },
)
