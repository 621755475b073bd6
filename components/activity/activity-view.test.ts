import { describe, expect, test } from "vitest"
import { activityFilterOf, activityHref, gathersBatches, parseActivityView } from "./activity-view"

const guid = "8d0d8f0e-1111-4c6e-9b1f-000000000001"
const parse = (search: string) => parseActivityView(new URLSearchParams(search))

describe("The address of the activity", () => {
  test.each([
    "",
    "?person=person-admin",
    `?record=${guid}&outcome=refused`,
    `?batch=${guid}&id=${guid}`,
    "?outcome=not_sent&period=last-7-days",
    "?period=2026-01-01..2026-01-31",
  ])("is read and written back: %s", (search) => {
    const { view, dropped } = parse(search)
    expect(dropped).toEqual([])
    expect(activityHref(view)).toBe(`/organisation/changes${search}`)
  })

  test("leaves out what cannot be meant, and names it once", () => {
    const { view, dropped } = parse(
      `?record=12&outcome=lost&outcome=gone&period=someday&from=2026&__proto__=1&person=&id=${guid}`,
    )
    expect(view).toEqual({ id: guid })
    expect(dropped).toEqual(["record", "outcome", "period", "from", "__proto__", "person"])
  })

  test("may say one thing once only", () => {
    expect(parse("?outcome=applied&outcome=refused")).toEqual({
      view: { outcome: "applied" },
      dropped: ["outcome"],
    })
  })
})

describe("What a view asks the log", () => {
  test("is its period from midnight to midnight by the reader's clocks, and never the edit that is open", () => {
    const today = { today: "2026-11-21", zone: "Europe/Copenhagen" }
    expect(activityFilterOf({ period: "yesterday", person: "p", id: guid }, today)).toEqual({
      person: "p",
      from: "2026-11-19T23:00:00Z",
      to: "2026-11-20T23:00:00Z",
    })
  })

  test("gathers batches unless it is about one department, one batch or one outcome", () => {
    expect(gathersBatches({ person: "p", from: "2026-11-19T23:00:00Z" })).toBe(true)
    expect(gathersBatches({ record: guid })).toBe(false)
    expect(gathersBatches({ batch: guid })).toBe(false)
    expect(gathersBatches({ outcome: "refused" })).toBe(false)
  })
})
