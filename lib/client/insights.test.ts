import { expect, test } from "vitest"
import { areas, catalogue, fieldsOf, findList, isDay } from "../catalogue"
import { homeInsights, insightsOf } from "./insights"
import { parseSummaryView } from "./summary-url"

const today = "2026-11-25"
if (!isDay(today)) throw new Error("This is no day.")
const zone = "Europe/Copenhagen"
const context = { today, zone, cultures: ["da-DK", "de-DE"] }
const all = areas.flatMap((area) => insightsOf(area, context).map((insight) => ({ area, insight })))

test.each(all)(
  "$insight.id is a summary whose URL parses without dropped parts",
  ({ area, insight }) => {
    const list = findList(catalogue, insight.list)
    if (!list) throw new Error(`There is no list ${insight.list}.`)
    expect(list.wholeOf).toBeDefined()
    expect(list.area).toBe(area)
    const { dropped } = parseSummaryView(
      list,
      fieldsOf(catalogue, list),
      new URLSearchParams(insight.search),
    )
    expect(dropped).toEqual([])
  },
)

test("insight ids are unique, and Home shows insights from several lists", () => {
  const names = all.map(({ insight }) => insight.id)
  expect(new Set(names).size).toBe(names.length)
  const home = [...homeInsights(context, "attention"), ...homeInsights(context, "glance")]
  expect(home.length).toBeGreaterThan(4)
  expect(new Set(home.map(({ list }) => list)).size).toBeGreaterThan(3)
})

test("the languages insight uses the departments' cultures, and is absent without any", () => {
  const search = (cultures: readonly string[]) =>
    insightsOf("content", { today, zone, cultures }).find(({ id }) => id === "languages")?.search
  expect(search(["da-DK"])).toBe("measure=share:culture[ne]=da-DK")
  expect(search([])).toBeUndefined()
})

test("days start at the reader's midnight", () => {
  const waiting = insightsOf("serviceForms", context).find(({ id }) => id === "waiting")
  expect(waiting?.search).toContain("creationDateTime[lt]=2026-11-17T23:00:00Z")
})
