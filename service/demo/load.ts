import type { Catalogue, RecordName } from "@/lib/catalogue"
import type { Store, StoredRow } from "@/lib/records"
import { generatorVersion } from "./anchor"
import { listContainers } from "./containers"
import { countReactions } from "./content/comments"
import { contentModules, postCount } from "./content/modules"
import { countViews } from "./content/views"
import { type Counts, countsFor } from "./counts"
import { countDemoPoints } from "./kpis/points"
import { type OnDemoProgress, type RowTotals, trackProgress } from "./progress"
import { generators } from "./records"
import { countFeedbackComments } from "./service-forms/feedback"
import { countStageReviews } from "./service-forms/stage-reviews"
import { countCourseParticipations, countQuestionParticipations } from "./training"

/** How many rows the records have that would take long to make only to count them. */
const counters: { readonly [N in RecordName]?: (counts: Counts) => number } = {
  courseParticipation: countCourseParticipations,
  questionParticipation: countQuestionParticipations,
  contentPost: (counts) =>
    contentModules.reduce((sum, module) => sum + postCount(module, counts), 0),
  contentView: countViews,
  commentReaction: countReactions,
  stageReview: countStageReviews,
  feedbackComment: countFeedbackComments,
  dataPoint: countDemoPoints,
}

function countRows(rows: Iterable<unknown>): number {
  let count = 0
  for (const _ of rows) count += 1
  return count
}

/** How many rows each record will have, before they are made: exact, but data points to within 1 %. */
export function totalsFor(counts: Counts): RowTotals {
  const names = Object.keys(generators) as RecordName[]
  const totals = names.map((name) => {
    const count = counters[name]
    return [name, count ? count(counts) : countRows(generators[name](counts))] as const
  })
  return Object.fromEntries(totals) as RowTotals
}

export interface DemoLoad {
  readonly store: Store
  readonly catalogue: Catalogue
  readonly scale: number
  readonly onProgress?: OnDemoProgress
}

const settingKey = "demo"

/** What is loaded, as the setting says it. */
const stampOf = (scale: number) => `version ${generatorVersion}, scale ${scale}`

function* countEach(rows: Iterable<StoredRow>, count: () => void): Generator<StoredRow> {
  for (const row of rows) {
    yield row
    count()
  }
}

const isRecordName = (name: string): name is RecordName => Object.hasOwn(generators, name)

async function loadAll(store: Store, load: DemoLoad, counts: Counts) {
  const track = trackProgress(totalsFor(counts), load.onProgress ?? (() => {}))
  await store.clear()
  await store.loadContainers(listContainers(counts))
  for (const record of Object.keys(load.catalogue.records).filter(isRecordName)) {
    const progress = track(record)
    const rows = countEach(generators[record](counts), progress.countRow)
    await store.loadRecords(record, rows, progress)
    progress.finish()
  }
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
