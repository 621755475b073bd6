import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { diffDocuments, type JsonDocument, printPatch } from "@/lib/json-patch"
import { rounds } from "@/scripts/testing/rounds"
import { type Department, sampleDepartment } from "@/service/testing/departments"
import { personOf } from "../testing/test-bff"
import { type EditWorld, openEditWorld, pageHeaders } from "./testing/open-edit-world"

let world: EditWorld
beforeAll(async () => {
  world = await openEditWorld(inject("databaseUrl"))
})
afterAll(() => world?.close())

type Change = Partial<Department>

const people = ["one", "another"].map((sub) => ({ ...personOf("admin"), sub }))

/** Two people read the same department and send different edits at the same time. */
async function race(first: Change, second: Change) {
  const department = sampleDepartment()
  await world.departments.load(department)
  const id = `${department.id}`
  const before = await world.departments.read(id)
  const answers = await Promise.all(
    [first, second].map((change, index) => {
      const patch = diffDocuments({ ...before }, { ...before, ...change })
      return world.bff.ask(`/v1.2/departments/${id}`, {
        session: people[index],
        method: "PATCH",
        headers: new Headers(pageHeaders),
        body: new Blob([printPatch(patch)]).stream(),
      })
    }),
  )
  return { id, before, answers, after: await world.departments.read(id) }
}

type Race = Awaited<ReturnType<typeof race>>

/** Expects only these changes and a later modification time. */
function expectOnly({ before, after }: Race, ...changes: Change[]): void {
  const { lastModifiedDateTime: then, ...fields } = before
  const { lastModifiedDateTime: now, ...fieldsNow } = after
  expect(fieldsNow).toEqual(Object.assign({}, fields, ...changes) as JsonDocument)
  expect(Date.parse(`${now}`)).toBeGreaterThan(Date.parse(`${then}`))
}

const codesOf = ({ answers }: Race) =>
  answers.map(({ status, body }) => (status === 200 ? "200" : `${status} ${body.code}`))

const valuesOf = (round: number, who: string): Change[] => [
  { name: `${who} ${round}` },
  { phoneNumber: { countryCode: 45, number: `${who.length}${round}` } },
  { selectedCultures: ["da-DK", "en-GB", who === "one" ? "sv-SE" : "nb"] },
  { locales: [{ culture: "da-DK", description: `${who} ${round}` }] },
]

const pairs = rounds({ test: 20, deep: 500 })

// rules: Department PATCH (RFC 6902) 10
test(`Of ${pairs} pairs of edits to one field, one is applied and the other fails with test_failed.`, async () => {
  const wins = [0, 0]
  for (let round = 0; round < pairs; round += 1) {
    const changes = people.map(({ sub }) => valuesOf(round, sub)[round % 4] ?? {})
    const [first = {}, second = {}] = changes
    const result = await race(first, second)
    const codes = codesOf(result)
    expect(codes.toSorted()).toEqual(["200", "409 test_failed"])
    const winner = codes.indexOf("200")
    wins[winner] = (wins[winner] ?? 0) + 1
    expectOnly(result, changes[winner] ?? {})
  }
  process.stdout.write(`The first won ${wins[0]} races, the second ${wins[1]}.\n`)
})

// rules: Department PATCH (RFC 6902) 10
test(`Of ${pairs} pairs of edits to different fields, or to different parts of one, both are applied.`, async () => {
  for (let round = 0; round < pairs; round += 1) {
    const [first = {}] = valuesOf(round, "one").slice(round % 4)
    const second: Change = { city: `City ${round}`, email: null }
    const result = await race(first, second)
    expect(codesOf(result)).toEqual(["200", "200"])
    expectOnly(result, first, second)
  }
  const parts = await race(
    { phoneNumber: { countryCode: 46, number: "70999001" } },
    { phoneNumber: { countryCode: 45, number: "1" } },
  )
  expect(codesOf(parts)).toEqual(["200", "200"])
  expectOnly(parts, { phoneNumber: { countryCode: 46, number: "1" } })
})
