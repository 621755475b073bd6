import { randomUUID } from "node:crypto"
import {
  catalogue,
  findOperation,
  type ListQuery,
  parseSummaryQuery,
  wholeList,
} from "@/lib/catalogue"
import { openPool, type Pool } from "@/lib/db"
import {
  createStore,
  migrateCopies,
  replicaSchema,
  type Store,
  type StoredRow,
} from "@/lib/records"
import { startTemporaryPostgres } from "@/scripts/postgres/temporary"
import { median } from "../median"
import { percentile } from "../percentile"
import type { Row } from "../row"
import type { Size, Suite } from "../suite"

const rowCounts: Readonly<Record<Size, number>> = {
  quick: 50_000,
  normal: 1_000_000,
  large: 1_000_000,
}
const rounds: Readonly<Record<Size, number>> = { quick: 10, normal: 20, large: 20 }

/** Words of a comment; each occurs in about one of 130 comments. */
const syllables = ["lor", "mun", "ter", "bek", "vas", "nil", "dor", "gam", "pel", "rus", "fen"]
const wordOf = (number: number) =>
  [number % 11, Math.floor(number / 11) % 11, Math.floor(number / 121) % 11]
    .map((at) => syllables[at])
    .join("")

/** Comments of ten words out of 1,331, by 200 people in 40 places, newest last. */
function* listComments(count: number): Generator<StoredRow> {
  const places = Array.from({ length: 40 }, () => ({
    serviceFormId: randomUUID(),
    formId: randomUUID(),
    answerId: randomUUID(),
    feedbackId: randomUUID(),
  }))
  const people = Array.from({ length: 200 }, () => randomUUID())
  for (let index = 0; index < count; index += 1) {
    const words = Array.from({ length: 10 }, (_, at) =>
      wordOf((index * 7919 + at * 104_729) % 1331),
    )
    yield {
      scope: places[index % places.length] ?? {},
      values: {
        id: randomUUID(),
        userId: people[(index * 31 + (index >> 7)) % people.length] ?? null,
        creationDateTime: new Date(Date.UTC(2020, 0, 1) + index * 60_000).toISOString(),
        value: words.join(" "),
      },
    }
  }
}

const query = (filters: ListQuery["filters"]): ListQuery => ({ filters, sort: [], limit: 200 })
const contains = (value: string) => [{ property: "value", operator: "contains", value } as const]

/**
 * The searches: for a text that at most one of 100 comments has, one that most have, and one that
 * none has.
 */
const questions = {
  rare: (round: number) => contains(wordOf(round * 17)),
  frequent: (round: number) => contains(syllables[round % syllables.length] ?? "lor"),
  short: (round: number) => contains((syllables[round % syllables.length] ?? "lor").slice(0, 2)),
} as const

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function requireComments() {
  const operation = findOperation(catalogue, "feedback-comments")
  if (operation?.kind !== "list") throw new Error("The catalogue has no list of comments.")
  return wholeList(catalogue, operation)
}

/** Summaries by two fields, each with a hand-written statement for these rows. */
const summaries = [
  {
    name: "Summary by form and person, count and latest",
    question: "group=formId&group=userId&measure=count&measure=maximum:creationDateTime&top=200",
    sql: `select in_form_id, user_id, count(*), max(creation_date_time)
      from replica.feedback_comment group by in_form_id, user_id`,
  },
  {
    name: "Summary by form and month, count and people",
    question:
      "group=formId&group=creationDateTime:month&measure=count&measure=share:userId[ne]=&zone=Europe/Copenhagen",
    sql: `select in_form_id, date_trunc('month', creation_date_time at time zone 'Europe/Copenhagen') as month,
        count(*), count(user_id)::float8 / count(*)
      from replica.feedback_comment group by 1, 2`,
  },
] as const

/**
 * Compares each summary with the same groups in hand-written SQL, in turn; medians in milliseconds.
 */
async function summarize(store: Store, pool: Pool, times: number): Promise<Row[]> {
  const list = requireComments()
  const rows: Row[] = []
  for (const { name, question, sql } of summaries) {
    const parsed = parseSummaryQuery(list, new URLSearchParams(question))
    if (!parsed.ok) throw new Error(`"${question}" is no question.`)
    const [own, byHand]: [number[], number[]] = [[], []]
    for (let round = 0; round <= times; round += 1) {
      const ours = await timed(() => store.readSummary(list, parsed.query, { scope: "all" }))
      const theirs = await timed(() => pool.query(sql))
      if (round === 0) continue
      own.push(ours)
      byHand.push(theirs)
    }
    const baseline = { name: "SQL by hand", figure: median(byHand) }
    rows.push({ name, unit: "ms", figure: median(own), baseline, goal: { atMost: 1.2 } })
  }
  return rows
}

/**
 * Measures each search once: the slowest twentieth of the pages and of the totals, in milliseconds.
 */
async function measure(
  store: Store,
  times: number,
  filtersOf: (round: number) => ListQuery["filters"],
) {
  const list = requireComments()
  const scope = { scope: "all" } as const
  const [pages, totals, both]: [number[], number[], number[]] = [[], [], []]
  let most = 0
  for (let round = 0; round <= times; round += 1) {
    const filters = filtersOf(round)
    const page = await timed(() =>
      store.readPage(list, {}, query(filters), { baseUrl: "/api", ...scope }),
    )
    const total = await timed(async () => {
      most = Math.max(most, await store.countRecords(list, {}, filters, scope))
    })
    if (round === 0) continue
    pages.push(page)
    totals.push(total)
    both.push(page + total)
  }
  return {
    pages: percentile(pages, 0.95),
    totals: percentile(totals, 0.95),
    both: percentile(both, 0.95),
    most,
  }
}

/** Answers over copied lists: comments of 40 places as one list, with full-text search. */
export const answers: Suite = async ({ keep, print, size }) => {
  const server = keep(await startTemporaryPostgres({ databases: ["answers"], durable: true }))
  const pool = openPool(server.url("answers"), { statementTimeoutMs: 0, workMemoryMb: 32 })
  keep({ stop: () => pool.end() })
  await migrateCopies(pool, catalogue, { schema: replicaSchema })
  const store = createStore({ pool, catalogue, schema: replicaSchema })
  const count = rowCounts[size]
  print(`Loading ${count.toLocaleString("en")} comments …`)
  const loadMs = await timed(() =>
    store.loadRecords("feedbackComment", listComments(count), { rebuildIndexes: true }),
  )
  print(`It took ${(loadMs / 1000).toFixed(0)} s, with the index of texts.`)
  await pool.query("vacuum analyze replica.feedback_comment")
  const row = (name: string, figure: number, goal: number): Row => ({
    name,
    unit: "ms",
    figure,
    baseline: { name: "goal", figure: goal },
    goal: { atMost: 1 },
  })
  print("They are searched …")
  const ask = async (kind: keyof typeof questions) => {
    const found = await measure(store, rounds[size], questions[kind])
    print(
      `${kind}: pages ${found.pages.toFixed(0)} ms, totals ${found.totals.toFixed(0)} ms, of up to ${found.most.toLocaleString("en")} rows.`,
    )
    return found
  }
  const rare = await ask("rare")
  const frequent = await ask("frequent")
  const short = await ask("short")
  const of = `of ${count.toLocaleString("en")} rows, p95`
  const rows = [
    row(`First page and total, text that few rows have, ${of}`, rare.both, 150),
    row(`First page, text that many rows have, ${of}`, frequent.pages, 150),
    row(`First page, text of two letters, ${of}`, short.pages, 150),
    row(`Total, text that many rows have, ${of}`, frequent.totals, 1500),
    row(`Total, text of two letters, ${of}`, short.totals, 1500),
  ]
  print("They are summarised …")
  return { rows: [...rows, ...(await summarize(store, pool, rounds[size]))] }
}
