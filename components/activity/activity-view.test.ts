import { describe, expect, test } from "vitest"
import { activityFilterOf, activityHref, gathersBatches, parseActivityView } from "./activity-view"

const guid = "8d0d8f0e-1111-4c6e-9b1f-000000000001"
const parse = (search: string) => parseActivityView(new URLSearchParams(search))

describe("The URL of the activity page", () => {
  test.each([
    "",
    "?person=person-admin",
    `?record=${guid}&outcome=refused`,
    `?batch=${guid}&id=${guid}`,
    "?outcome=not_sent&period=last-7-days",
    "?period=2026-01-01..2026-01-31",
  ])("is parsed and printed unchanged: %s", (search) => {
    const { view, dropped } = parse(search)
    expect(dropped).toEqual([])
    expect(activityHref(view)).toBe(`/organisation/changes${search}`)
  })

  test("drops invalid parameters and reports each name once", () => {
    const { view, dropped } = parse(
      `?record=12&outcome=lost&outcome=gone&period=someday&from=2026&__proto__=1&person=&id=${guid}`,
    )
    expect(view).toEqual({ id: guid })
    expect(dropped).toEqual(["record", "outcome", "period", "from", "__proto__", "person"])
  })

  test("uses the first value of a repeated parameter", () => {
    expect(parse("?outcome=applied&outcome=refused")).toEqual({
      view: { outcome: "applied" },
      dropped: ["outcome"],
    })
  })
})

describe("The log filter of a view", () => {
  test("converts the period to instants in the reader's time zone and leaves out the open edit", () => {
    const today = { today: "2026-11-21", zone: "Europe/Copenhagen" }
    expect(activityFilterOf({ period: "yesterday", person: "p", id: guid }, today)).toEqual({
      person: "p",
      from: "2026-11-19T23:00:00Z",
      to: "2026-11-20T23:00:00Z",
    })
  })

  test("groups edits by batch, unless it filters by department, batch or outcome", () => {
    expect(gathersBatches({ person: "p", from: "2026-11-19T23:00:00Z" })).toBe(true)
    expect(gathersBatches({ record: guid })).toBe(false)
    expect(gathersBatches({ batch: guid })).toBe(false)
    expect(gathersBatches({ outcome: "refused" })).toBe(false)
  })
})
