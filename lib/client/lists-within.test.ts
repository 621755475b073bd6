import { describe, expect, it } from "vitest"
import { catalogue, type Domain, findOperation, type Operation } from "@/lib/catalogue"
import { listsWithin } from "./lists-within"

describe("the lists within a record", () => {
  const within = (id: string, domains: readonly Domain[]) =>
    listsWithin(
      catalogue,
      findOperation(catalogue, id) as Operation,
      { moduleId: "m", contentId: "p" },
      new Set(domains),
    ).map(({ operation, parameters, missing }) => [operation.id, parameters, missing])

  it("have the record's whole path, and say what they need beside it", () => {
    const path = { moduleId: "m", contentId: "p" }
    expect(within("content-post", ["content"])).toEqual([
      ["content-views", path, []],
      ["comment-reactions", path, ["commentId"]],
    ])
  })

  it("are those that may be read", () => {
    expect(within("content-post", ["calendars"])).toEqual([])
  })

  it("are none for a record that holds no list, or that no path holds", () => {
    expect(within("stage-comment", ["serviceform"])).toEqual([])
    expect(within("departments", ["users"])).toEqual([])
  })
})
