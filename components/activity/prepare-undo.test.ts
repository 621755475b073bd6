import { describe, expect, test } from "vitest"
import { editEntry } from "../edits/testing/edit-entry"
import { findWriter } from "./prepare-undo"

describe("The last writer of a field", () => {
  const write = (path: string) =>
    `[{"op":"test","path":"${path}","value":null},{"op":"replace","path":"${path}","value":1}]`
  const other = editEntry("4", { patch: write("/city") })
  const inside = editEntry("3", { patch: write("/phoneNumber/number"), personName: "Bo" })
  const refused = editEntry("2", { patch: write("/name"), outcome: "refused" })
  const whole = editEntry("1", { patch: write("/phoneNumber") })

  test("is the newest applied edit of the field or of a part of it", () => {
    const entries = [other, inside, refused, whole]
    expect(findWriter(["phoneNumber"], entries)).toBe(inside)
    expect(findWriter(["name"], entries)).toBeUndefined()
  })
})
