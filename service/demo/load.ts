import type { Catalogue, RecordName } from "@/lib/catalogue"
import type { Store, StoredRow } from "@/lib/records"
import { endHistoryBefore, generatorVersion, plainAnchor } from "./anchor"
import { listContainers } from "./containers"
import { countReactions } from "./content/comments"
import { contentModules, postCount } from "./content/modules"
import { countViews } from "./content/views"
import { type Counts, countsFor } from "./counts"
import { countDemoPoints } from "./kpis/points"
import { demoGoals } from "./kpis/targets"
import { type OnDemoProgress, type RowTotals, trackProgress } from "./progress"
import { generators } from "./records"
import { countFeedbackComments } from "./service-forms/feedback"
import { countStageReviews } from "./service-forms/stage-reviews"
import { countCourseParticipations, countQuestionParticipations } from "./training"

/** Row counts of records that would take long to generate just to count them. */
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

/** Rows of each record, before they are generated. Exact, except for data points, within 1 %. */
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
  /** The current time of the demo, in milliseconds since 1970: its history ends that week. */
  readonly seenAt?: number
  /** Reloads what was loaded in another week. Otherwise it is kept. */
  readonly isFixed?: boolean
  readonly onProgress?: OnDemoProgress
}

const settingKey = "demo"

/** The setting that describes loaded data, without the end of its history. */
const stampOf = (scale: number) => `version ${generatorVersion}, scale ${scale}, until `

/** The demo goals for the data in a store. Undefined if it has none of this generator's. */
export async function loadedGoals(store: Pick<Store, "readSetting">) {
  const stamp = await store.readSetting(settingKey)
  const scale = Number(stamp?.split("scale ")[1]?.split(",")[0])
  const until = scale > 0 ? loadedUntil(stamp, scale) : undefined
  if (until === undefined) return undefined
  endHistoryBefore(until)
  return demoGoals(scale)
}

/** Where the loaded history ends. Undefined if another demo is loaded, or none. */
function loadedUntil(stamp: string | undefined, scale: number): number | undefined {
  const start = stampOf(scale)
  return stamp?.startsWith(start) ? Date.parse(stamp.slice(start.length)) : undefined
}

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
 * Replaces the store's contents by the demo data of a scale, unless it is already loaded. All data
 * generated afterwards ends with that history. All or nothing: an interrupted load leaves no trace,
 * and of several processes one loads while the others wait.
 */
export async function loadDemoData(load: DemoLoad): Promise<void> {
  const { scale, seenAt = plainAnchor, isFixed = true } = load
  const counts = countsFor(scale)
  await load.store.transaction(
    async (store) => {
      const loaded = loadedUntil(await store.readSetting(settingKey), scale)
      const until = endHistoryBefore(isFixed ? seenAt : (loaded ?? seenAt))
      if (loaded === until) return
      await loadAll(store, load, counts)
      await store.writeSetting(
        settingKey,
        stampOf(scale) + new Date(until).toISOString().slice(0, 10),
      )
    },
    { lock: settingKey, untimed: true },
  )
}
