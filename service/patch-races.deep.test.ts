import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { type Departments, openDepartments, sampleDepartment } from "./testing/departments"
import { startTestService, type TestService } from "./testing/test-service"

let service: TestService
let other: TestService
let here: Departments
let there: Departments
beforeAll(async () => {
  const databaseUrl = inject("databaseUrl")
  service = await startTestService({ databaseUrl })
  other = await startTestService({ databaseUrl, joins: service })
  here = await openDepartments(service)
  there = await openDepartments(other)
})
afterAll(async () => {
  await other.stop()
  await service.stop()
})

// rules: Department PATCH (RFC 6902) 8
test("of 100 concurrent pairs of guarded edits on two instances, one each is applied and one gets 409", async () => {
  const department = sampleDepartment({ name: "0" })
  await here.load(department)
  const id = `${department.id}`
  const counts = { applied: 0, refused: 0 }
  for (let pair = 1; pair <= 100; pair++) {
    const { lastModifiedDateTime: value } = await here.read(id)
    const guarded = (name: string) => [
      { op: "test", path: "/lastModifiedDateTime", value },
      { op: "replace", path: "/name", value: name },
    ]
    const answers = await Promise.all([
      here.patch(id, guarded(`${pair} here`)),
      there.patch(id, guarded(`${pair} there`)),
    ])
    const applied = answers.filter(({ status }) => status === 200)
    counts.applied += applied.length
    counts.refused += answers.filter(({ status }) => status === 409).length
    expect((await here.read(id)).name).toBe(applied[0]?.data?.name)
  }
  expect(counts).toEqual({ applied: 100, refused: 100 })
})

test("concurrent edits of different fields are all applied", async () => {
  const department = sampleDepartment()
  await here.load(department)
  const id = `${department.id}`
  const fields = ["name", "city", "zipCode", "addressLine", "addressLine2", "externalId"]
  const answers = await Promise.all(
    fields.map((field, index) =>
      (index % 2 ? here : there).patch(id, [
        { op: "replace", path: `/${field}`, value: `new ${field}` },
      ]),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200))
  const changed = Object.fromEntries(fields.map((field) => [field, `new ${field}`]))
  expect(await here.read(id)).toMatchObject(changed)
  const times = answers.map(({ data }) => data?.lastModifiedDateTime)
  expect(new Set(times).size).toBe(fields.length)
})

// rules: Department PATCH (RFC 6902) 5
test("two concurrent moves never create a cycle", async () => {
  for (let round = 0; round < 50; round++) {
    const [one, two] = [sampleDepartment(), sampleDepartment()]
    await here.load(one, two)
    const [first, second] = [`${one.id}`, `${two.id}`]
    const below = (parent: string) => [{ op: "replace", path: "/parentId", value: parent }]
    const answers = await Promise.all([
      here.patch(first, below(second)),
      there.patch(second, below(first)),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    const parents = [(await here.read(first)).parentId, (await here.read(second)).parentId]
    expect(parents.filter((parent) => parent !== null)).toHaveLength(1)
  }
})

test("three concurrent moves never create a cycle", async () => {
  for (let round = 0; round < 10; round++) {
    const ring = [sampleDepartment(), sampleDepartment(), sampleDepartment()]
    await here.load(...ring)
    const answers = await Promise.all(
      ring.map(({ id }, index) =>
        (index % 2 ? here : there).patch(`${id}`, [
          { op: "replace", path: "/parentId", value: ring[(index + 1) % 3]?.id },
        ]),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422])
  }
})
