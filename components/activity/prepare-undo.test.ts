import { describe, expect, test } from "vitest"
import { editEntry } from "../edits/testing/edit-entry"
import { findWriters } from "./prepare-undo"

describe("Who has changed a field since", () => {
  const write = (path: string) =>
    `[{"op":"test","path":"${path}","value":null},{"op":"replace","path":"${path}","value":1}]`
  const other = editEntry("4", { patch: write("/city") })
  const inside = editEntry("3", { patch: write("/phoneNumber/number"), personName: "Bo" })
  const refused = editEntry("2", { patch: write("/name"), outcome: "refused" })
  const whole = editEntry("1", { patch: write("/phoneNumber") })

  test("is who made the newest applied edit there, inside it or around it", () => {
    const found = findWriters(["/phoneNumber", "/name"], [other, inside, refused, whole])
    expect(found).toEqual([
      { pointer: "/phoneNumber", writer: inside },
      { pointer: "/name", writer: undefined },
    ])
    expect(findWriters(["/phoneNumber/number"], [whole])[0]?.writer).toBe(whole)
  })
})
