import type { Catalogue, RecordName } from "@/lib/catalogue"
import type { Store, StoredRow } from "@/lib/store"
import { generatorVersion } from "./anchor"
import { listContainers } from "./containers"
import { type Counts, countsFor } from "./counts"
import { generators } from "./records"

/** How far a load is: so many rows of that record so far. */
export interface DemoProgress {
  readonly record: RecordName
  readonly rows: number
}

export interface DemoLoad {
  readonly store: Store
  readonly catalogue: Catalogue
  readonly scale: number
  readonly onProgress?: (progress: DemoProgress) => void
}

const settingKey = "demo"
const progressStep = 50_000

/** What is loaded, as the setting says it. */
const stampOf = (scale: number) => `version ${generatorVersion}, scale ${scale}`

function* reportRows(
  record: RecordName,
  rows: Iterable<StoredRow>,
  onProgress: DemoLoad["onProgress"],
): Generator<StoredRow> {
  let count = 0
  for (const row of rows) {
    yield row
    count += 1
    if (count % progressStep === 0) onProgress?.({ record, rows: count })
  }
  onProgress?.({ record, rows: count })
}

const isRecordName = (name: string): name is RecordName => Object.hasOwn(generators, name)

async function loadAll(store: Store, { catalogue, onProgress }: DemoLoad, counts: Counts) {
  await store.clear()
  await store.loadContainers(listContainers(counts))
  for (const record of Object.keys(catalogue.records).filter(isRecordName))
    await store.loadRecords(record, reportRows(record, generators[record](counts), onProgress))
}

/**
 * Replaces what the store holds by the demo data of a scale, unless it holds that already. All or
 * nothing: a load cut off in the middle leaves no trace, and of several processes one loads while the
 * others wait.
 */
export async function loadDemoData(load: DemoLoad): Promise<void> {
  const counts = countsFor(load.scale)
  const stamp = stampOf(load.scale)
  await load.store.transaction(
    async (store) => {
      if ((await store.readSetting(settingKey)) === stamp) return
      await loadAll(store, load, counts)
      await store.writeSetting(settingKey, stamp)
    },
    { lock: settingKey, patient: true },
  )
}
