import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { z } from "zod"
import {
  type Catalogue,
  catalogue,
  F,
  FS,
  guid,
  list,
  operatorsOf,
  printPath,
  string,
  versions,
} from "@/lib/catalogue"
import { smallParameters } from "../testing/small-data"
import { startTestService, type TestService } from "../testing/test-service"
import { describeApi } from "./describe-api"

type Json = { [name: string]: Json }

const address = {
  baseUrl: "http://127.0.0.1/api",
  tokenUrl: "http://127.0.0.1/oidc/token",
  scopePrefix: "svc.api",
}
const describeVersion = (version: (typeof versions)[number], from: Catalogue = catalogue) =>
  JSON.parse(JSON.stringify(describeApi(from, version, address))) as Json

const referencesIn = (text: string) =>
  [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? "")

const resolve = (document: Json, pointer: string): unknown =>
  pointer.split("/").reduce<Json | undefined>((place, name) => place?.[name], document)

const operationsIn = (document: Json) =>
  Object.entries(document["paths"] ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

const parametersIn = (operation: Json) =>
  Object.values(operation["parameters"] ?? {}) as unknown as { name: string; in: string }[]

/** A schema with its references put in; any 8-4-4-4-12 hex digits are a guid here. */
function inline(document: Json, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((item) => inline(document, item))
  if (typeof schema !== "object" || schema === null) return schema
  if ("$ref" in schema) return inline(document, resolve(document, String(schema.$ref).slice(2)))
  const { format, ...rest } = schema as Record<string, unknown>
  const entries = Object.entries(rest).map(([name, value]) => [name, inline(document, value)])
  const pattern =
    format === "uuid" ? { pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" } : {}
  return { ...Object.fromEntries(entries), ...pattern }
}

describe.each(versions)("the description of %s", (version) => {
  const document = describeVersion(version)
  const operations = operationsIn(document)

  test("has every operation of its version and no other", () => {
    const ids = catalogue.operations.filter((known) => known.version === version)
    expect(operations.map(({ operation }) => operation["operationId"]).toSorted()).toEqual(
      ids.map(({ id }) => id).toSorted(),
    )
  })

  test("resolves every reference", () => {
    const references = referencesIn(JSON.stringify(document))
    expect(references.length).toBeGreaterThan(0)
    expect(references.filter((pointer) => resolve(document, pointer) === undefined)).toEqual([])
  })

  test("declares exactly the parameters that a path names, and none twice", () => {
    for (const { path, operation } of operations) {
      const parameters = parametersIn(operation)
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      expect(parameters.filter((one) => one.in === "path").map(({ name }) => name)).toEqual(named)
      const names = parameters.map((one) => `${one.in} ${one.name}`)
      expect(new Set(names).size).toBe(names.length)
    }
  })

  test("says of every answer what it means", () => {
    for (const { operation } of operations)
      for (const answer of Object.values(operation["responses"] ?? {})) {
        const pointer = answer["$ref"]
        const response = pointer ? resolve(document, String(pointer).slice(2)) : answer
        expect(response).toMatchObject({ description: expect.stringMatching(/\w/) })
      }
  })
})

test("every property of a list can be asked for with each of its operators", () => {
  const described = versions.flatMap((version) => operationsIn(describeVersion(version)))
  for (const known of catalogue.operations) {
    if (known.kind !== "list") continue
    const found = described.find(({ operation }) => String(operation["operationId"]) === known.id)
    const names = parametersIn(found?.operation ?? {}).map(({ name }) => name)
    const wanted = Object.entries(known.properties)
      .filter(([, property]) => property.filter)
      .flatMap(([name, property]) => operatorsOf(property).map((op) => `${name}[${op}]`))
    expect(names).toEqual(expect.arrayContaining([...wanted, "sort", "limit", "offset", "cursor"]))
  }
})

test("an operation more in the catalogue is an operation more in the description", () => {
  const badges = list({
    ...{ id: "badges", title: "Badges", version: "v1.4", path: "/badges", parameters: {} },
    ...{ domain: "training", area: "training", record: "badge", defaultSort: "name" },
    properties: { id: F("guid"), name: FS("string") },
  })
  const badge = { section: "none", scope: [], fields: { id: guid(), name: string() } }
  const extended = {
    ...catalogue,
    records: { ...catalogue.records, badge },
    operations: [...catalogue.operations, badges],
  }
  const document = describeVersion("v1.4", extended)
  expect(resolve(document, "components/schemas/BadgeList")).toBeDefined()
  expect(document["paths"]?.["/v1.4/badges"]?.["get"]).toMatchObject({ operationId: "badges" })
})

describe("the service", () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ databaseUrl: inject("databaseUrl") })
  })
  afterAll(() => service.stop())

  test("serves the description of each version without a token, and of no other", async () => {
    for (const version of versions) {
      const response = await fetch(`${service.origin}/openapi/${version}.json`)
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({
        openapi: "3.1.0",
        info: { version },
        servers: [{ url: service.url }],
      })
    }
    const head = await fetch(`${service.origin}/openapi/v1.json`, { method: "HEAD" })
    expect(head.status).toBe(200)
    expect((await fetch(`${service.origin}/openapi/v2.json`)).status).toBe(404)
  })

  const reads = catalogue.operations.filter(({ method }) => method === "GET")
  test.each(reads)("answers $id as its description says", async (operation) => {
    const document = describeVersion(operation.version)
    const pointer = ["paths", `/${operation.version}${operation.path}`, "get"]
    const described = pointer.reduce<Json | undefined>((place, name) => place?.[name], document)
    const content = described?.["responses"]?.["200"]?.["content"]?.["application/json"]
    const schema = z.fromJSONSchema(
      inline(document, content?.["schema"]) as z.core.JSONSchema.Schema,
    )
    const response = await service.get(printPath(operation, smallParameters(operation)))
    expect(schema.safeParse(await response.json()).error).toBeUndefined()
    expect(schema.safeParse({ data: "nothing" }).success).toBe(false)
  })
})
