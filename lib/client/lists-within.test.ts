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

  it("have all path parameters of the record and report the missing ones", () => {
    const path = { moduleId: "m", contentId: "p" }
    expect(within("content-post", ["content"])).toEqual([
      ["content-views", path, []],
      ["comment-reactions", path, ["commentId"]],
    ])
  })

  it("are limited to the domains that may be read", () => {
    expect(within("content-post", ["calendars"])).toEqual([])
  })

  it("are none for a record that is in no list's path", () => {
    expect(within("stage-comment", ["serviceform"])).toEqual([])
    expect(within("departments", ["users"])).toEqual([])
  })
})
