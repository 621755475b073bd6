import { expect, test } from "vitest"
import { catalogue } from "@/lib/catalogue"
import { translator } from "@/lib/client/messages/messages-of"
import { contract } from "@/lib/contract"
import { describeBackend } from "@/lib/contract/openapi"
import { arrangeReference } from "./arrange-reference"

const t = translator("en", "reference")
const document = describeBackend(catalogue, Object.values(contract))
const reference = arrangeReference(document, t)
const operations = [...reference.own, ...reference.platform].flatMap((area) => area.operations)

function operationOf(id: string) {
  const found = operations.find((operation) => operation.id === id)
  if (!found) throw new Error(`There is no ${id}.`)
  return found
}

const typesOf = (members: readonly { name: string; type: string }[] = []) =>
  Object.fromEntries(members.map(({ name, type }) => [name, type]))

// rules: OpenAPI 6
test("every route and every operation is in one area, our own before the platform's", () => {
  const ids = (areas: typeof reference.own) =>
    areas.flatMap((area) => area.operations.map(({ id }) => id)).toSorted()
  expect(ids(reference.own)).toEqual(
    Object.values(contract)
      .map(({ name }) => name)
      .toSorted(),
  )
  expect(ids(reference.platform)).toEqual(catalogue.operations.map(({ id }) => id).toSorted())
})

test("an area has its tag's name and description, in the document's order", () => {
  expect(reference.own[0]).toMatchObject({
    name: "activity",
    description: "The log of changes to departments.",
  })
  expect(reference.platform.map(({ name }) => name)).toContain("Training")
})

test("a route says who may ask, and what its path and query take, in words", () => {
  const { method, path, permission, parameters } = operationOf("estimate-export")
  expect({ method, path, permission }).toEqual({
    method: "GET",
    path: "/api/exports/estimate",
    permission: "signed-in",
  })
  expect(parameters.query[0]).toMatchObject({ name: "operation", type: "text", isRequired: true })
  const { path: inPath, query } = operationOf("read-series").parameters
  expect(typesOf(inPath)).toEqual({ dataSetId: "id" })
  expect(typesOf(query)).toMatchObject({ top: "whole number", align: 'only "weekday"' })
})

test("a filter of the platform's is described by its value and its operators", () => {
  const query = operationOf("data-points").parameters.query
  expect(query.find(({ name }) => name === "dataValue")).toMatchObject({
    type: "number",
    note: "Only records whose dataValue meets each condition: eq, ne, lt, lte, gt, gte.",
  })
})

test("an answer is described by its members, with what stands in its lists", () => {
  const [answer] = operationOf("data-points").answers
  expect(answer?.status).toBe("200")
  expect(answer?.contents).toHaveLength(1)
  const [members = []] = answer?.contents[0]?.shapes ?? []
  expect(typesOf(members)).toEqual({
    count: "whole number",
    data: "list of objects",
    nextUrl: "web address",
    previousUrl: "web address",
  })
  expect(members.find(({ name }) => name === "data")?.holds).toContain("timeStamp")
})

test("a body of several shapes has each of them", () => {
  const { body } = operationOf("change-batch")
  expect(body[0]?.shapes.map((members) => members.map(({ name }) => name))).toEqual([
    ["action"],
    ["action"],
    ["action", "items"],
  ])
})

test("a file has a media type and no members, and an empty answer says so", () => {
  expect(operationOf("export-activity").answers[0]?.contents).toEqual([
    { mediaType: "text/csv", shapes: [] },
  ])
  expect(operationOf("remember-recent").answers).toEqual([
    { status: "204", note: "Done; nothing is answered.", contents: [] },
  ])
})

// rules: OpenAPI 6
test("refusals are codes by status, and each of the codes is listed once", () => {
  const listedCodes = reference.problems.map(({ code }) => code)
  expect(new Set(listedCodes).size).toBe(listedCodes.length)
  for (const { id, refusals } of operations) {
    expect(refusals.length, id).toBeGreaterThan(0)
    for (const { status, codes } of refusals) {
      expect(codes, `${id} ${status}`).not.toEqual([])
      expect(listedCodes, `${id} ${status}`).toEqual(expect.arrayContaining([...codes]))
    }
  }
})
