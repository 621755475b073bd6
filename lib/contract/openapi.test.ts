import { createConfig, lintFromString } from "@redocly/openapi-core"
import { expect, test } from "vitest"
import { catalogue, withWholeLists } from "../catalogue"
import { contract } from "."
import { describeBackend } from "./openapi"

const config = await createConfig({
  extends: ["spec", "recommended"],
  rules: {
    // There is no licence to name: package.json says UNLICENSED.
    "info-license": "off",
    // Sign-out redirects with 302; a test below checks the success status of every operation.
    "operation-2xx-response": "off",
    // Each installation serves its own description, so its own address is the only server.
    "no-server-example.com": "off",
    // A department's id is a guid, so `/api/departments/batches` cannot be one.
    "no-ambiguous-paths": "off",
  },
})

async function lint(document: object): Promise<string[]> {
  const source = JSON.stringify(document)
  const found = await lintFromString({ source, absoluteRef: "openapi.json", config })
  return found.map(
    ({ ruleId, message, location: [place] }) => `${ruleId}: ${message} ${place?.pointer}`,
  )
}

const described = describeBackend(catalogue, Object.values(contract))

// rules: OpenAPI 5
test("the description of our own API has no lint errors and no warnings", async () => {
  expect(await lint(described)).toEqual([])
})

test("a broken reference in the description is reported", async () => {
  const source = JSON.stringify(described)
  const broken = source.replace("#/components/schemas/Problem", "#/components/schemas/Mistake")
  expect(await lint(JSON.parse(broken))).not.toEqual([])
})

interface Described {
  readonly operationId: string
  readonly "x-permission": string
  readonly responses: Readonly<Record<string, { readonly "x-problems"?: readonly string[] }>>
}

const operations = Object.values(
  described["paths"] as Record<string, Record<string, Described>>,
).flatMap((methods) => Object.values(methods))

const statusesOf = (id: string) => {
  const found = operations.find(({ operationId }) => operationId === id)
  return Object.entries(found?.responses ?? {})
    .filter(([, response]) => !response["x-problems"])
    .map(([status]) => status)
}

test("every route and every operation is described once, under a unique name", () => {
  const ids = operations.map(({ operationId }) => operationId)
  const expected = [
    ...Object.values(contract).map(({ name }) => name),
    ...withWholeLists(catalogue).operations.map(({ id }) => id),
  ]
  expect(ids.toSorted()).toEqual(expected.toSorted())
})

test("a whole list is described with its path ids, its search parameter and the error not_copied", () => {
  interface Answered extends Described {
    readonly parameters: readonly { readonly name: string }[]
  }
  const paths = described["paths"] as Record<string, { readonly get: Answered }>
  const get = paths["/api/answers/feedback-comments"]?.get
  const names = get?.parameters.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(["serviceFormId", "formId", "search", "cursor"]))
  expect(get?.responses["503"]?.["x-problems"]).toContain("not_copied")
  const { schemas } = described["components"] as { schemas: Record<string, object> }
  expect(schemas["AllFeedbackComment"]).toMatchObject({ properties: { formId: {}, id: {} } })
  expect(schemas["FeedbackComment"]).not.toMatchObject({ properties: { formId: {} } })
  expect(schemas["StringFilter"]).not.toEqual(schemas["StringContainsBeginsFilter"])
})

// rules: OpenAPI 5
test("every operation has a success status, a permission and error codes with matching statuses", () => {
  const codes = described["x-problem-codes"] as Record<string, { status: number }>
  for (const { operationId, responses, "x-permission": permission } of operations) {
    const usual = Object.keys(responses).filter((status) => /^(2..|302)$/.test(status))
    expect(usual, operationId).not.toEqual([])
    expect(permission, operationId).toMatch(/^(public|signed-in|\w+:(read|write))$/)
    for (const [status, { "x-problems": refused }] of Object.entries(responses))
      for (const code of refused ?? [])
        expect(`${codes[code]?.status}`, `${operationId} ${code}`).toBe(status)
  }
})

test("other statuses are described: ranges, redirects, unavailable, not modified, no content", () => {
  expect(statusesOf("read-export-file")).toEqual(["200", "206", "416"])
  expect(statusesOf("end-session")).toEqual(["302"])
  expect(statusesOf("readiness")).toEqual(["200", "503"])
  expect(statusesOf("change-sync")).toEqual(["200", "204"])
  expect(statusesOf("remove-export")).toEqual(["204"])
  expect(statusesOf("departments")).toEqual(["200", "304"])
})
