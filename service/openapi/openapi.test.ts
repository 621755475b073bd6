import { describe, expect, test } from "vitest"
import {
  type Catalogue,
  catalogue,
  F,
  FS,
  guid,
  list,
  operatorsOf,
  string,
  versions,
} from "@/lib/catalogue"
import { type Json, resolvePointer } from "@/lib/catalogue/openapi/testing/answer-check"
import { describeService } from "./describe-api"

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: { readonly $ref: string }
}

const address = {
  baseUrl: "http://127.0.0.1/api",
  tokenUrl: "http://127.0.0.1/oidc/token",
  scopePrefix: "svc.api",
}
const describeVersion = (version: (typeof versions)[number], from: Catalogue = catalogue) =>
  JSON.parse(JSON.stringify(describeService(from, version, address))) as Json

const referencesIn = (text: string) =>
  [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? "")

const operationsIn = (document: Json) =>
  Object.entries(document["paths"] ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

const parametersIn = (operation: Json) =>
  Object.values(operation["parameters"] ?? {}) as unknown as Parameter[]

describe.each(versions)("the description of %s", (version) => {
  const document = describeVersion(version)
  const operations = operationsIn(document)

  // rules: OpenAPI 1
  test("has exactly the operations of its version", () => {
    const ids = catalogue.operations.filter((known) => known.version === version)
    expect(operations.map(({ operation }) => operation["operationId"]).toSorted()).toEqual(
      ids.map(({ id }) => id).toSorted(),
    )
  })

  test("resolves every reference", () => {
    const references = referencesIn(JSON.stringify(document))
    expect(references.length).toBeGreaterThan(0)
    expect(references.filter((pointer) => resolvePointer(document, pointer) === undefined)).toEqual(
      [],
    )
  })

  test("declares each path parameter once and has no duplicate parameters", () => {
    for (const { path, operation } of operations) {
      const parameters = parametersIn(operation)
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      expect(parameters.filter((one) => one.in === "path").map(({ name }) => name)).toEqual(named)
      const names = parameters.map((one) => `${one.in} ${one.name}`)
      expect(new Set(names).size).toBe(names.length)
    }
  })

  test("has a text for every response", () => {
    for (const { operation } of operations)
      for (const answer of Object.values(operation["responses"] ?? {})) {
        const pointer = answer["$ref"]
        const response = pointer ? resolvePointer(document, String(pointer).slice(2)) : answer
        expect(response).toMatchObject({ description: expect.stringMatching(/\w/) })
      }
  })
})

// rules: OpenAPI 1
test("every filterable property of a list accepts a plain value and each of its operators", () => {
  const described = versions.map((version) => describeVersion(version))
  for (const known of catalogue.operations) {
    if (known.kind !== "list") continue
    const document = described[(versions as readonly string[]).indexOf(known.version)] ?? {}
    const found = operationsIn(document).find(
      ({ operation }) => String(operation["operationId"]) === known.id,
    )
    const parameters = parametersIn(found?.operation ?? {}).filter((one) => one.in === "query")
    const filterable = Object.entries(known.properties).filter(([, property]) => property.filter)
    const paging = ["sort", "limit", "offset", "cursor"]
    expect(parameters.map(({ name }) => name)).toEqual([
      ...filterable.map(([name]) => name),
      ...paging,
    ])
    for (const [name, property] of filterable) {
      const parameter = parameters.find((one) => one.name === name)
      expect(parameter).toMatchObject({ style: "deepObject", explode: true })
      const value = resolvePointer(document, parameter?.schema.$ref.slice(2) ?? "")
      const shapes = Object.values(value?.["anyOf"] ?? {})
      expect(Object.keys(shapes.at(-1)?.["properties"] ?? {})).toEqual(operatorsOf(property))
      expect(shapes.length).toBeGreaterThan(1)
    }
  }
})

// rules: 2.2.2
test("a post has arrays for its large fields by id, and null for them in lists", () => {
  const schemas = describeVersion("v1")["components"]?.["schemas"] as unknown as Json
  const typesOf = (name: string) =>
    ["medias", "mentions", "locales", "permissions"].map((part) => {
      const properties = schemas[name]?.["properties"] as unknown as Json | undefined
      return properties?.[part]?.["type"]
    })
  expect(typesOf("ContentPost")).toEqual(["array", "array", "array", "array"])
  expect(typesOf("ContentPostListItem")).toEqual(["null", "null", "null", "null"])
  expect(JSON.stringify(schemas["ContentPostList"])).toContain("/ContentPostListItem")
  expect(JSON.stringify(schemas["ContentPostAnswer"])).toContain('/ContentPost"')
})

// rules: OpenAPI 1
test("an operation added to the catalogue is described", () => {
  const badges = list({
    id: "badges",
    title: "Badges",
    version: "v1.4",
    path: "/badges",
    parameters: {},
    domain: "training",
    area: "training",
    record: "badge",
    defaultSort: "name",
    properties: { id: F("guid"), name: FS("string") },
  })
  const badge = { section: "none", scope: [], fields: { id: guid(), name: string() } }
  const extended = {
    ...catalogue,
    records: { ...catalogue.records, badge },
    operations: [...catalogue.operations, badges],
  }
  const document = describeVersion("v1.4", extended)
  expect(resolvePointer(document, "components/schemas/BadgeList")).toBeDefined()
  expect(document["paths"]?.["/v1.4/badges"]?.["get"]).toMatchObject({ operationId: "badges" })
})
