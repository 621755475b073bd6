import type { Client } from "pg"
import { catalogue, findOperation } from "@/lib/catalogue"
import { replicaSchema } from "@/lib/records"
import { digestRows } from "@/lib/server/copies/testing/digest-rows"
import type { TestService } from "@/service/testing/test-service"
import { percentile } from "../percentile"
import type { DayClock } from "./day-clock"
import type { DayPlan } from "./day-plan"

const minuteMs = 60_000
const sampleMs = 5 * minuteMs

/** How a change is found in a copy: by its key and, for edits, the time of the last one. */
const tables = {
  data_point: { key: "user_id", isFound: "true" },
  content_post: { key: "id", isFound: "not is_edit or copy.last_modified_date_time >= change.at" },
  content_view: { key: "id", isFound: "true" },
  comment_reaction: { key: "id", isFound: "true" },
  stage_review: { key: "id", isFound: "true" },
} as const

/** The oldest change of each list that is missing in its copy. */
const missingIn = Object.entries(tables)
  .map(
    ([table, { key, isFound }]) => `
    select path, min(at) as at from sim.change as change
    where source = '${table}' and not exists (select 1 from ${replicaSchema}.${table} as copy
      where copy.${key} = change.key and (${isFound}))
    group by path`,
  )
  .join(" union all ")

interface ListRow {
  readonly path: string
  readonly operation: string
  readonly parameters: string
  readonly state: string
  readonly since: Date | null
}

/** The age of copies in minutes, by kind of list. */
export interface Lag {
  dataSets: number
  posts: number
  children: number
}

const kindOf = (operation: string): keyof Lag =>
  operation === "data-points" ? "dataSets" : operation === "content-posts" ? "posts" : "children"

/** Samples the lag of the copies: as reported, and by the changes that are missing. */
export function watchLag({
  client,
  clock,
  plan,
}: {
  client: Client
  clock: DayClock
  plan: DayPlan
}) {
  const claimed: Lag = { dataSets: 0, posts: 0, children: 0 }
  const missing: Lag = { dataSets: 0, posts: 0, children: 0 }
  const worst = new Map<keyof Lag, string>()
  const ages = { dataSets: [], posts: [], children: [] } as { [kind in keyof Lag]: number[] }
  const seen = new Map<string, number>()
  const figures = { firstCopyMinutes: Number.NaN, untrue: 0, samples: 0 }

  async function readLists() {
    const { rows } = await client.query<ListRow>(`select path, operation, parameters, state,
      case when checked_at is not null then synced_until end as since from ${replicaSchema}.sync_list
      where state <> 'failed' and operation in ('data-points', 'content-posts', 'content-views',
        'comment-reactions', 'stage-reviews', 'content-post')`)
    return rows
  }

  function measureClaims(lists: readonly ListRow[], now: number) {
    for (const { path, operation, since } of lists) {
      const kind = kindOf(operation)
      const minutes = (now - (since?.getTime() ?? seen.get(path) ?? now)) / minuteMs
      ages[kind].push(minutes)
      if (minutes <= claimed[kind]) continue
      claimed[kind] = minutes
      worst.set(kind, `${path} at ${new Date(now).toISOString()}`)
    }
  }

  async function measureMissing(lists: readonly ListRow[], now: number) {
    const byPath = new Map(lists.map((list) => [list.path, list]))
    const { rows } = await client.query<{ path: string; at: Date }>(missingIn)
    for (const { path, at } of rows) {
      const list = byPath.get(path)
      const kind = kindOf(list?.operation ?? "")
      missing[kind] = Math.max(missing[kind], (now - at.getTime()) / minuteMs)
      if (list?.since && at < list.since) figures.untrue += 1
    }
  }

  async function sample() {
    const now = clock.today()
    const lists = await readLists()
    for (const { path } of lists) if (!seen.has(path)) seen.set(path, now)
    const isWhole = lists.length >= plan.forms && lists.every(({ since }) => since !== null)
    if (Number.isNaN(figures.firstCopyMinutes)) {
      if (isWhole) figures.firstCopyMinutes = (now - plan.startsAt) / minuteMs
      return
    }
    if (now < plan.dayBegins || now > plan.dayEnds) return
    figures.samples += 1
    measureClaims(lists, now)
    await measureMissing(lists, now)
  }

  function keepSampling() {
    clock.after(sampleMs, () => {
      void clock.track(sample())
      keepSampling()
    })
  }
  keepSampling()
  const usual = (): Lag => ({
    dataSets: percentile(ages.dataSets, 0.5),
    posts: percentile(ages.posts, 0.5),
    children: percentile(ages.children, 0.5),
  })
  return { claimed, usual, missing, worst, figures, readLists }
}

/**
 * How many lists have not changed since they were copied, and how many of these differ from the
 * platform's.
 */
export async function compareCopies(
  lists: readonly ListRow[],
  {
    client,
    service,
    pool,
  }: { client: Client; service: TestService; pool: Parameters<typeof digestRows>[0] },
): Promise<{ compared: number; different: number }> {
  const { rows } = await client.query<{ path: string; at: Date }>(
    "select path, max(at) as at from sim.change group by path",
  )
  const changed = new Map(rows.map(({ path, at }) => [path, at]))
  let [compared, different] = [0, 0]
  for (const { path, operation: id, parameters, since } of lists) {
    const operation = findOperation(catalogue, id)
    const at = changed.get(path)
    if (operation?.kind !== "list" || since === null || (at && at >= since)) continue
    const ids = JSON.parse(parameters) as { readonly [name: string]: string }
    const copy = await digestRows(pool, replicaSchema, operation, ids)
    const source = await digestRows(pool, service.schema, operation, ids)
    compared += 1
    if (copy.hash !== source.hash) different += 1
  }
  return { compared, different }
}
