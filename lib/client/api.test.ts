import { hashKey } from "@tanstack/react-query"
import { expect, test } from "vitest"
import { apiKey, apiOptions, createApi } from "./api"

const runsOf = (operation: string) => ({ query: new URLSearchParams({ operation }) })

test("Reads with different search parameters have different query keys under the key of their path.", () => {
  const [one, other] = ["departments", "data-points"].map(
    (operation) => apiOptions("/api/sync/runs", runsOf(operation)).queryKey,
  )
  expect(hashKey(one ?? [])).not.toBe(hashKey(other ?? []))
  expect(hashKey(one ?? [])).toBe(hashKey(apiKey("/api/sync/runs", runsOf("departments"))))
  expect(one?.slice(0, 1)).toEqual(apiKey("/api/sync/runs"))
})

test("A change is sent with its path parameters, query and JSON body.", async () => {
  const sent: unknown[] = []
  const api = createApi(async (url, { method, body }) => {
    sent.push([method, url, body])
    return new Response(null, { status: 204 })
  })
  await api.put("/api/workspace", { query: { take: "good" }, body: [1] })
  await api.delete("/api/exports/{id}", { parameters: { id: "a/b" } })
  expect(sent).toEqual([
    ["PUT", "/api/workspace?take=good", "[1]"],
    ["DELETE", "/api/exports/a%2Fb", undefined],
  ])
})
