import { createConfig, lintFromString } from "@redocly/openapi-core"
import { expect, test } from "vitest"
import { catalogue } from "../catalogue"
import { contract } from "."
import { describeApi } from "./openapi"

const config = await createConfig({
  extends: ["spec", "recommended"],
  rules: {
    // There is no licence to name: the dashboard is not given away (package.json, UNLICENSED).
    "info-license": "off",
    // It is served by whoever runs it, and its own address is the only one.
    "no-server-example.com": "off",
  },
})

async function lint(document: object): Promise<string[]> {
  const source = JSON.stringify(document)
  const found = await lintFromString({ source, absoluteRef: "openapi.json", config })
  return found.map(
    ({ ruleId, message, location: [place] }) => `${ruleId}: ${message} ${place?.pointer}`,
  )
}

const described = describeApi(catalogue, Object.values(contract))

test("the description of our own API has no lint errors and no warnings", async () => {
  expect(await lint(described)).toEqual([])
})

test("a description that is broken is reported", async () => {
  const source = JSON.stringify(described)
  const broken = source.replace("#/components/schemas/Problem", "#/components/schemas/Mistake")
  expect(await lint(JSON.parse(broken))).not.toEqual([])
})

test("every route and every operation is described once, under a name of its own", () => {
  const paths = Object.values(
    described["paths"] as Record<string, Record<string, { operationId: string }>>,
  )
  const ids = paths.flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  const expected = [
    ...Object.values(contract).map(({ name }) => name),
    ...catalogue.operations.map(({ id }) => id),
  ]
  expect(ids.toSorted()).toEqual(expected.toSorted())
})
