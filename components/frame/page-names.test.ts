import { expect, test } from "vitest"
import { catalogue, type Domain, parseWorkspace } from "@/lib/catalogue"
import { entriesOfKind, pageNames } from "./known-records"

const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const parsed = parseWorkspace(catalogue, {
  contentModules: [{ id: id(1), name: "News", posts: [{ id: id(2), name: "New rota" }] }],
  dataSets: [{ id: id(3), name: "Turnover", unit: "DKK" }],
})
const workspace = parsed.ok ? parsed.workspace : { entries: [] }
const names = (...domains: Domain[]) => pageNames(catalogue, workspace, new Set(domains))

test("an entry has its parents", () => {
  const [post] = entriesOfKind(workspace, "contentPost")
  expect(post?.entry.name).toBe("New rota")
  expect(post?.holders.map(({ name }) => name)).toEqual(["News"])
})

test("only names in readable domains are disclosed", () => {
  expect(names("content")).toEqual({ [id(2)]: "New rota" })
  expect(names("kpis")).toEqual({ [id(3)]: "Turnover" })
  expect(names()).toEqual({})
})
