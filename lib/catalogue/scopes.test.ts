import { describe, expect, it } from "vitest"
import { acceptedScopes, allScopes, catalogue, domains } from "."
import { allMatches, readSentence } from "./testing/markdown"
import { readDocuments } from "./testing/read-specification"

const { specification } = readDocuments()
const [read = ""] = readSentence(specification, /^ +- Read endpoints accept (.+)\.$/m)
const [write = ""] = readSentence(
  specification,
  /^ +- The PATCH department endpoints accept (.+)\.$/m,
)

describe("accepted scopes", () => {
  // rules: 5.2, Authentication 3
  it.each(catalogue.operations.map((operation) => [operation.id, operation] as const))(
    "of %s are the four of the specification",
    (_, operation) => {
      const sentence = operation.method === "PATCH" ? write : read
      const named = allMatches(sentence, /`([^`]+)`/g)
      expect(named).toHaveLength(4)
      expect(acceptedScopes(operation, "svc.api")).toEqual(
        named.map((scope) => scope.replace("<domain>", operation.domain)),
      )
    },
  )

  // rules: Authentication 3
  it("use the configured prefix", () => {
    for (const operation of catalogue.operations)
      for (const scope of acceptedScopes(operation, "acme.data"))
        expect(scope).toMatch(/^acme\.data[.:]?/)
  })

  // rules: 5.3
  it("together are all scopes of the API, without duplicates", () => {
    const all = allScopes("svc.api")
    const accepted = catalogue.operations.flatMap((operation) =>
      acceptedScopes(operation, "svc.api"),
    )
    expect(new Set(accepted)).toEqual(new Set(all))
    expect(new Set(all).size).toBe(all.length)
    expect(all.filter((scope) => scope.endsWith(":write"))).toEqual([
      "svc.api:write",
      "svc.api.users:write",
    ])
    expect(all).toHaveLength(3 + domains.length * 2 + 1)
  })
})
