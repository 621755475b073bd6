import { expect, test } from "vitest"
import { createStatementNames } from "./session"

const texts = Array.from({ length: 100 }, (_, index) => `select ${index}`)

test("A text keeps its name, another has another, and every store gives the same.", () => {
  const [nameOf, otherNameOf] = [createStatementNames(), createStatementNames()]
  expect(nameOf("select 1")).toBe(nameOf("select 1"))
  expect(nameOf("select 2")).not.toBe(nameOf("select 1"))
  otherNameOf("select 3")
  expect(otherNameOf("select 1")).toBe(nameOf("select 1"))
  expect(nameOf("select 1")?.length).toBeLessThan(64)
})

test("However many texts come, few are named, and those stay named.", () => {
  const nameOf = createStatementNames()
  const first = texts.map(nameOf)
  const named = first.filter((name) => name !== undefined)
  expect(named).toHaveLength(64)
  expect(texts.map(nameOf)).toEqual(first)
})
