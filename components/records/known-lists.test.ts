import { expect, test } from "vitest"
import {
  catalogue,
  domains,
  findOperation,
  type Operation,
  type WorkspaceEntry,
} from "@/lib/catalogue"
import { type KnownList, knownLists, pathHref } from "./related-reports"

const parameters = { moduleId: "m", contentId: "p" }
const comments: readonly WorkspaceEntry[] = [
  { kind: "comment", id: "c", name: "Well done!", children: [] },
  { kind: "calendar", id: "k", name: "Something else", children: [] },
]
const listsOf = (id: string, children: readonly WorkspaceEntry[] = comments) =>
  knownLists(catalogue, {
    record: findOperation(catalogue, id) as Operation,
    parameters,
    domains: new Set(domains),
    children,
  })
const idOf = ({ operation }: KnownList) => operation.id

test("a post's views are listed by its path", () => {
  const [views] = listsOf("content-post").filter((list) => idOf(list) === "content-views")
  expect(views?.paths).toEqual([{ name: "", parameters }])
  expect(views?.href).toBe("/reports/content-views?path.moduleId=m&path.contentId=p")
})

test("reactions are listed for each comment in the workspace and can be opened by comment id", () => {
  const [reactions] = listsOf("content-post").filter((list) => idOf(list) === "comment-reactions")
  expect(reactions?.paths).toEqual([
    { name: "Well done!", parameters: { ...parameters, commentId: "c" } },
  ])
  expect(reactions?.href).toBe("/reports/comment-reactions?path.moduleId=m&path.contentId=p")
  const [path] = reactions?.paths ?? []
  expect(reactions && path && pathHref(reactions, path)).toBe(
    "/reports/comment-reactions?path.moduleId=m&path.contentId=p&path.commentId=c",
  )
})

test("without names only the lists by path have entries", () => {
  expect(listsOf("content-post", []).map(({ paths }) => paths.length)).toEqual([1, 0])
})

test("a record that is no parent of a list has none", () => {
  expect(listsOf("communication-template")).toEqual([])
})
