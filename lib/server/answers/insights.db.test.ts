import { afterAll, beforeAll, describe, expect, test } from "vitest"
import {
  areas,
  catalogue,
  fieldsOf,
  findList,
  isDay,
  type ListOperation,
  type RecordName,
  type Row,
  recordType,
} from "@/lib/catalogue"
import { insightsAbout, insightsOf, parseSummaryView, requestedSummary } from "@/lib/client"
import { plainKey, plainSummary } from "@/lib/records/summary/testing/plain-summary"
import { computedOf, type ModelRecord, membersOf, neededAbove } from "@/lib/records/testing/model"
import { openTestStore } from "@/lib/records/testing/open-test-store"
import { readDemoRows } from "@/service/demo/test-rows"

const day = "2026-11-16"
if (!isDay(day)) throw new Error("This is no day.")
const zone = "Europe/Copenhagen"
const cultures = ["da-DK", "de-DE", "en-GB"]
const insights = areas.flatMap((area) => insightsOf(area, { today: day, zone, cultures }))

const listOf = (id: string): ListOperation => {
  const list = findList(catalogue, id)
  if (!list) throw new Error(`There is no list ${id}.`)
  return list
}

interface DemoRow {
  readonly scope: Readonly<Record<string, string>>
  readonly values: Row
}

/** Converts demo rows into model records with computed fields, which may read the parent record. */
const recordsOf = (name: string, rows: readonly DemoRow[], scale: number): ModelRecord[] => {
  const record = recordType(catalogue, name)
  const needed = neededAbove(catalogue, record)
  const above = new Map(
    needed &&
      [...readDemoRows(needed.of as RecordName, scale)].map(({ values }) => [values.id, values]),
  )
  return rows.map(({ scope, values }, index) => {
    const computed = computedOf(record, values, above.get(scope[record.scope.at(-1) ?? ""]))
    const all = { ...scope, ...values, ...computed, ...membersOf(record, values) }
    return { values: all, sent: { ...values }, index }
  })
}

/**
 * Counts posts whose languages are known but lack this one. Plain summaries do not support arrays.
 */
const postsLacking = (records: readonly ModelRecord[], culture: string) =>
  records.filter(({ values }) => {
    const locales = values["locales"] as readonly { culture: string }[] | null
    return locales !== null && !locales.some((locale) => locale.culture === culture)
  }).length

/** Counts posts that have this language. */
const postsWith = (records: readonly ModelRecord[], culture: string) =>
  records.filter(({ values }) =>
    ((values["locales"] ?? []) as readonly { culture: string }[]).some(
      (locale) => locale.culture === culture,
    ),
  ).length

const codesOf = ({ values }: ModelRecord) =>
  (
    (values["communicationTemplateCultures"] ?? []) as readonly { cultureCode: string | null }[]
  ).map(({ cultureCode }) => cultureCode)

/** Counts templates that lack a language. Null counts as no languages. */
const templatesLacking = (records: readonly ModelRecord[], culture: string) =>
  records.filter((record) => !codesOf(record).includes(culture)).length

const templatesToReview = (records: readonly ModelRecord[]) => {
  const count = (is: (values: ModelRecord["values"]) => boolean) =>
    records.filter(({ values }) => is(values)).length
  return [
    count((values) => values["communicationTemplateCultures"] === null),
    count((values) => values["name"] === null),
    count(
      ({ lastModifiedDateTime: at }) =>
        typeof at === "string" && Date.parse(at) < Date.parse("2025-11-15T23:00:00Z"),
    ),
  ]
}

/** Expected figures of the insights that a plain summary cannot compute. */
const byHand: Readonly<Record<string, (records: readonly ModelRecord[]) => readonly number[]>> = {
  languages: (records) => cultures.map((culture) => postsLacking(records, culture)),
  postLanguages: (records) => cultures.map((culture) => postsWith(records, culture)),
  templateLanguages: (records) => cultures.map((culture) => templatesLacking(records, culture)),
  templateUpkeep: templatesToReview,
}

/** Placeholder for the id of a course or a person. */
const anybody = "00000000-0000-4000-8000-000000000000"
const all = [...insights, ...insightsAbout("course", anybody), ...insightsAbout("person", anybody)]

/** The most frequent value of an id field. */
function mostFrequent(rows: readonly ModelRecord[], field: string): string {
  const counts = new Map<string, number>()
  for (const { values } of rows)
    if (values[field]) counts.set(`${values[field]}`, (counts.get(`${values[field]}`) ?? 0) + 1)
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), ["", 0])[0]
}

describe.each([0.02, 0.1, 0.3])("with %d of the demo data", (scale) => {
  const records = new Map<string, ModelRecord[]>()
  let testStore: Awaited<ReturnType<typeof openTestStore>>
  beforeAll(async () => {
    testStore = await openTestStore({ isCopy: true })
    for (const record of new Set(insights.map(({ list }) => listOf(list).record))) {
      const rows = [...readDemoRows(record as RecordName, scale)]
      records.set(record, recordsOf(record, rows, scale))
      await testStore.store.loadRecords(record, rows, { rebuildIndexes: true })
    }
  }, 120_000)
  afterAll(() => testStore.close())

  test.each(all.map((insight) => [insight.id, insight] as const))(
    "%s equals a plain computation over the rows",
    async (id, { list, search }) => {
      const operation = listOf(list)
      const rows = records.get(operation.record) ?? []
      expect(rows.length).toBeGreaterThan(2)
      const about = /(\w+)=0{8}-/.exec(search)?.[1] ?? ""
      const summary = parseSummaryView(
        operation,
        fieldsOf(catalogue, operation),
        new URLSearchParams(search.replace(anybody, mostFrequent(rows, about))),
      )
      const query = requestedSummary(summary, summary.view.filters, zone)
      const found = await testStore.store.readSummary(operation, query, { scope: "all" })
      const counted = byHand[id]?.(rows)
      if (counted) {
        expect(found.total.figures.map(({ n }) => n)).toEqual(counted)
        expect(found.total.n).toBe(rows.length)
        return
      }
      const plain = plainSummary(operation, rows, query)
      const [group] = found.groups
      expect(
        group?.keys.map((key) =>
          key.kind === "other"
            ? "other"
            : key.kind === "bucket"
              ? plainKey(key.from, group, zone)
              : key.value === null
                ? null
                : JSON.stringify(key.value),
        ),
      ).toEqual(plain.keys[0])
      for (const [of, expected] of [
        [found.rows, plain.rows],
        [[found.total], [plain.total]],
      ] as const) {
        expect(of.map(({ n }) => n)).toEqual(expected.map(({ n }) => n))
        for (const [at, row] of of.entries())
          for (const [index, figure] of row.figures.entries()) {
            const { value, n } = expected[at]?.figures[index] ?? {}
            expect(figure.n).toBe(n)
            if (typeof value === "number") expect(figure.value).toBeCloseTo(value, 10)
            else expect(figure.value).toBe(value)
          }
      }
    },
  )
})
