import { randomUUID } from "node:crypto"
import { catalogue } from "@/lib/catalogue"
import { openPool } from "@/lib/db"
import { createStore, type StoredRow } from "@/lib/records"

const start = Date.UTC(2020, 0, 1)
const labels = ["Food", "Home", "Garden"]
const reportsAMinute = 20

/** Points as stores report them: many in the same minute, a few without a value. */
function* listPoints(dataSetId: string, count: number): Generator<StoredRow> {
  const departments = Array.from({ length: 200 }, () => randomUUID())
  const scope = { dataSetId }
  for (let index = 0; index < count; index++)
    yield {
      scope,
      values: {
        label: labels[index % labels.length],
        timeStamp: new Date(start + Math.floor(index / reportsAMinute) * 60_000).toISOString(),
        value: index % 500 === 0 ? null : ((index * 104_729) % 1_000_003) / 100,
        departmentId: departments[index % departments.length],
        userId: null,
      },
    }
}

/** A data set in the service's database. */
export interface DataSet {
  readonly id: string
  readonly points: number
}

/** Loads a new data set with this many points into the service's database; returns its id. */
export async function loadDataSet(
  databaseUrl: string,
  points: number,
  list: (dataSetId: string, count: number) => Iterable<StoredRow> = listPoints,
): Promise<string> {
  const pool = openPool(databaseUrl, { max: 2, statementTimeoutMs: 0 })
  try {
    const id = randomUUID()
    const store = createStore({ pool, catalogue })
    await store.loadContainers([{ kind: "dataSet", id, name: `${points} points` }])
    await store.loadRecords("dataPoint", list(id, points), { rebuildIndexes: true })
    await pool.query("vacuum analyze reporting.data_point")
    return id
  } finally {
    await pool.end()
  }
}
