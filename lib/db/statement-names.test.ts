import { expect, test } from "vitest"
import { createStatementNames } from "./session"

const texts = Array.from({ length: 100 }, (_, index) => `select ${index}`)

test("A text keeps its name, different texts have different names, and every store gives the same ones.", () => {
  const [nameOf, otherNameOf] = [createStatementNames(), createStatementNames()]
  expect(nameOf("select 1")).toBe(nameOf("select 1"))
  expect(nameOf("select 2")).not.toBe(nameOf("select 1"))
  otherNameOf("select 3")
  expect(otherNameOf("select 1")).toBe(nameOf("select 1"))
  expect(nameOf("select 1")?.length).toBeLessThan(64)
})

test("Only the first 64 texts get a name, and they keep it.", () => {
  const nameOf = createStatementNames()
  const first = texts.map(nameOf)
  const named = first.filter((name) => name !== undefined)
  expect(named).toHaveLength(64)
  expect(texts.map(nameOf)).toEqual(first)
})
