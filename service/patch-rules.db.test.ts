import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import {
  type InvalidCase,
  invalidCases,
  validCases,
} from "@/lib/catalogue/testing/department-cases"
import {
  type Department,
  type Departments,
  openDepartments,
  pathsOf,
  sampleDepartment,
} from "./testing/departments"
import { startTestService, type TestService } from "./testing/test-service"

let service: TestService
let departments: Departments
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl") })
  departments = await openDepartments(service)
})
afterAll(() => service.stop())

async function loadOne(values?: Partial<Department>): Promise<Department> {
  const department = sampleDepartment(values)
  await departments.load(department)
  return department
}

const replace = (path: string, value: unknown) => ({ op: "replace", path, value })
const invalid: readonly InvalidCase[] = [...invalidCases, ["parentId", randomUUID()]]

describe("a department accepts", () => {
  // rules: Department PATCH (RFC 6902) 5
  test.each(validCases)("%s %j", async (field, value, stored = value) => {
    const { id = "" } = await loadOne()
    const answer = await departments.patch(`${id}`, [replace(`/${field}`, value)])
    expect([answer.status, answer.details]).toEqual([200, undefined])
    expect(answer.data).toMatchObject({ [field]: stored })
    expect(await departments.read(`${id}`)).toMatchObject({ [field]: stored })
  })
})

describe("a department is unchanged and returns 422 with the path for", () => {
  // rules: Department PATCH (RFC 6902) 5
  test.each(invalid)("%s %j", async (field, value, paths = [`/${field}`]) => {
    const { id } = await loadOne()
    const before = await departments.read(`${id}`)
    const answer = await departments.patch(`${id}`, [
      replace("/city", "Elsewhere"),
      replace(`/${field}`, value),
    ])
    expect([answer.status, answer.errorCode, pathsOf(answer)]).toEqual([
      422,
      "patch_not_applicable",
      paths,
    ])
    expect(await departments.read(`${id}`)).toEqual(before)
  })
})

describe("paths", () => {
  // rules: Department PATCH (RFC 6902) 4
  test.each(["id", "url", "creationDateTime", "lastModifiedDateTime", "dataSource", "unknown"])(
    "to %s cannot be changed by any operation",
    async (field) => {
      const { id } = await loadOne()
      const path = `/${field}`
      const patches = [
        { op: "add", path, value: "x" },
        { op: "replace", path, value: "x" },
        { op: "remove", path },
        { op: "copy", from: "/name", path },
        { op: "move", from: "/externalId", path },
        { op: "move", from: path, path: "/externalId" },
      ]
      for (const operation of patches) {
        const answer = await departments.patch(`${id}`, [operation])
        expect([answer.status, pathsOf(answer)]).toEqual([422, [path]])
      }
    },
  )

  // rules: Department PATCH (RFC 6902) 4
  test.each(["id", "url", "creationDateTime", "lastModifiedDateTime", "dataSource", "name"])(
    "to %s can be tested",
    async (field) => {
      const { id } = await loadOne()
      const current = (await departments.read(`${id}`))[field as keyof Department]
      const guard = (value: unknown) => [{ op: "test", path: `/${field}`, value }]
      expect((await departments.patch(`${id}`, guard(current))).status).toBe(200)
      const failed = await departments.patch(`${id}`, guard("other"))
      expect([failed.status, failed.errorCode]).toEqual([409, "test_failed"])
    },
  )

  // rules: Department PATCH (RFC 6902) 4
  test("can address parts of phone number, cultures and locales", async () => {
    const { id } = await loadOne()
    const { status, data } = await departments.patch(`${id}`, [
      replace("/phoneNumber/number", "123"),
      { op: "add", path: "/selectedCultures/-", value: "sv-SE" },
      { op: "remove", path: "/selectedCultures/0" },
      { op: "add", path: "/locales/-", value: { culture: "en-GB", description: "Shop" } },
      { op: "copy", from: "/locales/1/description", path: "/locales/0/description" },
    ])
    expect(status).toBe(200)
    expect(data).toMatchObject({
      phoneNumber: { countryCode: 45, number: "123" },
      selectedCultures: ["en-GB", "sv-SE"],
      locales: [
        { culture: "da-DK", description: "Shop" },
        { culture: "en-GB", description: "Shop" },
      ],
    })
  })

  // rules: Department PATCH (RFC 6902) 9
  test.each(["__proto__", "constructor", "prototype"])(
    "with %s are refused and change no object",
    async (name) => {
      const { id } = await loadOne()
      const before = await departments.read(`${id}`)
      for (const path of [`/${name}/x`, `/locales/0/${name}`, `/phoneNumber/${name}/x`]) {
        for (const op of ["add", "replace", "test"]) {
          const answer = await departments.patch(`${id}`, [{ op, path, value: "touched" }])
          expect([answer.status, pathsOf(answer)]).toEqual([422, [path]])
        }
      }
      expect({}).not.toHaveProperty("x")
      expect(await departments.read(`${id}`)).toEqual(before)
    },
  )

  // rules: Department PATCH (RFC 6902) 7
  test("with errors are all reported, whether not patchable or invalid", async () => {
    const { id } = await loadOne()
    const answer = await departments.patch(`${id}`, [
      replace("/id", randomUUID()),
      replace("/name", " "),
      replace("/parentId", id),
      { op: "add", path: "/unknown", value: 1 },
      replace("/locales/0/culture", "?"),
      replace("", {}),
    ])
    expect(answer.status).toBe(422)
    expect(pathsOf(answer)).toEqual([
      "",
      "/id",
      "/locales/0/culture",
      "/name",
      "/parentId",
      "/unknown",
    ])
  })
})

describe("remove", () => {
  const optional = Object.keys(sampleDepartment()).filter(
    (name) =>
      ![
        "id",
        "url",
        "creationDateTime",
        "lastModifiedDateTime",
        "dataSource",
        "name",
        "type",
      ].includes(name),
  )

  // rules: Department PATCH (RFC 6902) 6
  test("sets every optional field to null", async () => {
    const { id } = await loadOne()
    const { status, data } = await departments.patch(
      `${id}`,
      optional.map((name) => ({ op: "remove", path: `/${name}` })),
    )
    expect(status).toBe(200)
    for (const name of optional) expect(data).toHaveProperty(name, null)
  })

  // rules: Department PATCH (RFC 6902) 6
  test.each(["name", "type"])("of %s is refused", async (name) => {
    const { id } = await loadOne()
    const answer = await departments.patch(`${id}`, [{ op: "remove", path: `/${name}` }])
    expect([answer.status, pathsOf(answer)]).toEqual([422, [`/${name}`]])
  })
})

describe("the parent", () => {
  test("can be in another branch, and its guid in upper case", async () => {
    const [one, two] = [await loadOne(), await loadOne()]
    const answer = await departments.patch(`${one.id}`, [
      replace("/parentId", `${two.id}`.toUpperCase()),
    ])
    expect([answer.status, answer.data?.parentId]).toEqual([200, two.id])
  })

  // rules: Department PATCH (RFC 6902) 5
  test("cannot be the department itself, its child or its grandchild", async () => {
    const top = await loadOne()
    const child = await loadOne({ parentId: top.id })
    const grandchild = await loadOne({ parentId: child.id })
    for (const { id } of [top, child, grandchild]) {
      const answer = await departments.patch(`${top.id}`, [replace("/parentId", id)])
      expect([answer.status, pathsOf(answer)]).toEqual([422, ["/parentId"]])
    }
  })
})
