import { describe, expect, test } from "vitest"
import { editEntry } from "../edits/testing/edit-entry"
import { type ActivityLine, daysOf, linesOf, timeOf } from "./arrange-entries"

const keyOf = (line: ActivityLine) => {
  if (line.kind === "action") return `${line.action.action} ${line.action.batch}`
  return line.kind === "edit" ? line.entry.id : line.batch
}

const entries = [
  editEntry("5"),
  editEntry("4", { batch: "b" }),
  editEntry("3", { intendedAt: "2026-11-21T09:00:00Z" }),
  editEntry("2", { batch: "b" }),
  editEntry("1", { batch: "a", intendedAt: "2026-11-20T23:30:00Z" }),
]

describe("The lines of the activity list", () => {
  test("group the edits of a batch into one line at its newest edit", () => {
    const lines = linesOf(entries, [], true).map((line) =>
      line.kind === "batch" ? line.entries.map(({ id }) => id) : keyOf(line),
    )
    expect(lines).toEqual(["5", ["4", "2"], "3", ["1"]])
  })

  test("include batch actions, except the start of a batch whose edits are listed", () => {
    const done = { personId: "p", personName: "Ada", reason: null, title: "Move" }
    const actions = [
      { ...done, batch: "b", action: "stop", madeAt: "2026-11-21T09:45:00Z" },
      { ...done, batch: "c", action: "start", madeAt: "2026-11-21T09:30:00Z" },
      { ...done, batch: "a", action: "start", madeAt: "2026-11-20T23:20:00Z" },
    ] as const
    expect(linesOf(entries, actions, true).map(keyOf)).toEqual([
      "5",
      "b",
      "stop b",
      "start c",
      "3",
      "a",
    ])
  })

  test("are single edits if batches are not grouped", () => {
    const lines = linesOf(entries, [], false)
    expect(lines.map((line) => line.kind === "edit" && line.entry.id)).toEqual(
      entries.map(({ id }) => id),
    )
  })

  test("are grouped by day in the reader's time zone", () => {
    const daysIn = (zone: string) =>
      daysOf(linesOf(entries, [], true), zone).map(({ day, lines }) => [
        day,
        lines.map(timeOf).length,
      ])
    expect(daysIn("UTC")).toEqual([
      ["2026-11-21", 3],
      ["2026-11-20", 1],
    ])
    expect(daysIn("Europe/Copenhagen")).toEqual([["2026-11-21", 4]])
  })
})
