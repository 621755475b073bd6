import { expect, test } from "vitest"
import { undoOfSaved } from "./saved-change"

const phone = (countryCode: number, number: string) => ({ countryCode, number })
const before = { id: "1", name: "Oslo", city: "Oslo", phoneNumber: phone(45, "1") }
const changeTo = (values: object) => ({ id: "1", before, after: { ...before, ...values } })

test("undo keeps other people's later changes, also within the same field", () => {
  const change = changeTo({ phoneNumber: phone(45, "2") })
  const after = { ...before, city: "Bergen", phoneNumber: phone(47, "2") }
  expect(undoOfSaved({ change, after, written: ["phoneNumber"], editId: "1" }).after).toEqual({
    ...after,
    phoneNumber: phone(47, "1"),
  })
})

test("undo works for a value that the platform normalised", () => {
  const change = changeTo({ name: "Bergen " })
  const after = { ...before, name: "Bergen", city: "Bergen" }
  expect(undoOfSaved({ change, after, written: ["name"], editId: "1" }).after).toEqual({
    ...after,
    name: "Oslo",
  })
})
