import { createConfig, lintFromString } from "@redocly/openapi-core"
import { expect, test } from "vitest"
import { catalogue, versions } from "@/lib/catalogue"
import { describeService } from "./describe-api"

const address = {
  baseUrl: "http://127.0.0.1/api",
  tokenUrl: "http://127.0.0.1/oidc/token",
  scopePrefix: "svc.api",
}

/**
 * Each ruleset in a separate configuration, because `spec` would disable rules of `recommended`.
 */
const rulesets = await Promise.all([
  createConfig({ extends: ["spec"] }),
  createConfig({
    extends: ["recommended"],
    // The service is not distributed, so it has no licence (package.json, UNLICENSED).
    rules: { "info-license": "off" },
  }),
])

/** Errors and warnings, as `rule: message`. */
async function lint(document: object): Promise<string[]> {
  const source = JSON.stringify(document)
  const problems = await Promise.all(
    rulesets.map((config) => lintFromString({ source, absoluteRef: "openapi.json", config })),
  )
  return problems.flat().map(({ ruleId, message }) => `${ruleId}: ${message}`)
}

// rules: OpenAPI 1
test.each(versions)("the description of %s has no lint errors and no warnings", async (version) => {
  expect(await lint(describeService(catalogue, version, address))).toEqual([])
})

const broken: [rule: string, search: string, replacement: string][] = [
  ["struct", '"in":"path"', '"in":"way"'],
  ["no-unresolved-refs", "#/components/schemas/Error", "#/components/schemas/Mistake"],
  ["path-parameters-defined", '"name":"highscoreId"', '"name":"scoreId"'],
  ["security-defined", '"security":[{"oauth2"', '"security":[{"oauth1"'],
  ["no-schema-type-mismatch", '"type":"array"', '"type":"object"'],
  ["operation-operationId-unique", '"operationId":"data-points"', '"operationId":"departments"'],
  ["no-unused-components", '"schemas":{', '"schemas":{"Nothing":{"type":"string"},'],
  ["tag-description", '"description":"Data sets', '"summary":"Data sets'],
]

// rules: OpenAPI 1
test.each(broken)("a description that breaks %s is reported", async (rule, search, replacement) => {
  const source = JSON.stringify(describeService(catalogue, "v1.4", address))
  expect(source).toContain(search)
  const problems = await lint(JSON.parse(source.replace(search, replacement)))
  expect(problems.map((problem) => problem.split(":")[0])).toContain(rule)
})
