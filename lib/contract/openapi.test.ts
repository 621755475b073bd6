import { createConfig, lintFromString } from "@redocly/openapi-core"
import { expect, test } from "vitest"
import { catalogue, withWholeLists } from "../catalogue"
import { contract } from "."
import { describeBackend } from "./openapi"

const config = await createConfig({
  extends: ["spec", "recommended"],
  rules: {
    // There is no licence to name: the dashboard is not given away (package.json, UNLICENSED).
    "info-license": "off",
    // Who signs out is sent on (302); the test below says what every operation answers instead.
    "operation-2xx-response": "off",
    // It is served by whoever runs it, and its own address is the only one.
    "no-server-example.com": "off",
    // A department's id is a guid, so `/api/departments/batches` is none of them.
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

test("a description that is broken is reported", async () => {
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

test("every route and every operation is described once, under a name of its own", () => {
  const ids = operations.map(({ operationId }) => operationId)
  const expected = [
    ...Object.values(contract).map(({ name }) => name),
    ...withWholeLists(catalogue).operations.map(({ id }) => id),
  ]
  expect(ids.toSorted()).toEqual(expected.toSorted())
})

test("a whole list is described with the ids of its path, what it searches, and what it may wait for", () => {
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
test("every operation says what it answers, who may ask, and by which codes it refuses", () => {
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

test("answers of other kinds are described: ranges, redirects, what is missing, nothing", () => {
  expect(statusesOf("read-export-file")).toEqual(["200", "206", "416"])
  expect(statusesOf("end-session")).toEqual(["302"])
  expect(statusesOf("readiness")).toEqual(["200", "503"])
  expect(statusesOf("change-sync")).toEqual(["200", "204"])
  expect(statusesOf("remove-export")).toEqual(["204"])
  expect(statusesOf("departments")).toEqual(["200", "304"])
})
