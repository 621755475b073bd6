import { describe, expect, expectTypeOf, it } from "vitest"
import {
  type Catalogue,
  CatalogueError,
  catalogue,
  departmentTypes,
  fieldsOf,
  findOperation,
  isApiAddress,
  listOperations,
  type Operation,
  parseSort,
  patchOperations,
  type RecordOf,
  records,
  recordType,
  type ScalarType,
  singleOperations,
} from "."

const { operations, containers } = catalogue
const each = operations.map((operation) => [operation.id, operation] as const)
const lists = listOperations(catalogue).map((operation) => [operation.id, operation] as const)
/** The order of a record's times with and without offset is the same; a local time is compared as if it were UTC. */
const comparable = (type: string | undefined) => (type === "localdatetime" ? "datetime" : type)

describe("the catalogue", () => {
  it("names every operation once, in letters that a URL keeps as they are", () => {
    const ids = operations.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z0-9.-]+$/)
    for (const id of ids) expect(encodeURIComponent(id)).toBe(id)
  })

  it("has no two operations under one method, version and path", () => {
    const paths = operations.map(
      ({ method, version, path }) => `${method} /${version}${path.replaceAll(/\{\w+\}/g, "{}")}`,
    )
    expect(new Set(paths).size).toBe(paths.length)
  })

  it.each(lists)(
    "opens pages of %s by what the API can sort by, the newest first",
    (_, operation) => {
      const { properties, defaultSort, pageSort = defaultSort } = operation
      const { sort, problems } = parseSort(operation, pageSort)
      expect(problems).toEqual([])
      const isTime = (name: string) => /^(creation|timeStamp|dateViewed)/.test(name)
      const hasTime = Object.entries(properties).some(([name, each]) => each.sort && isTime(name))
      const opensByTime = isTime(sort[0]?.property ?? "")
      expect([opensByTime, sort[0]?.descending]).toEqual(
        hasTime && !operation.id.startsWith("departments") ? [true, true] : [false, false],
      )
    },
  )

  it("tells addresses of the API from files and foreign addresses", () => {
    const addresses = Object.values(catalogue.records).flatMap(({ fields }) =>
      Object.keys(fields).filter((name) => isApiAddress(fields, name)),
    )
    const expected = ["categoryUrl", "fillingUrl", "stageUrl", "url", "userUrl"]
    expect([...new Set(addresses)].toSorted()).toEqual(expected)
  })

  it.each(lists)("says of %s whether only the workspace names its rows", (_, operation) => {
    const fields = Object.entries(fieldsOf(catalogue, operation))
    const names = fields.filter(
      ([name, field]) =>
        !operation.nulls?.includes(name) &&
        (["name", "label", "title"].includes(name) || name === "locales") &&
        field.type !== "object",
    )
    const isNamed = containers[operation.record]?.workspace !== undefined && names.length === 0
    expect(operation.namedById ?? false).toBe(isNamed)
  })

  it.each(each)(
    "lists the path parameters of %s in the path's order, each inside the one before",
    (_, operation) => {
      const names = Object.keys(operation.parameters)
      expect([...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])).toEqual(names)
      const kinds = Object.values(operation.parameters)
      for (const [at, kind] of kinds.entries()) {
        expect(containers).toHaveProperty(kind)
        expect([kind, containers[kind]?.parent]).toEqual([
          kind,
          at === 0 ? undefined : kinds[at - 1],
        ])
      }
    },
  )

  it.each(each)("takes a path parameter of %s for what the path calls it", (_, operation) => {
    for (const [, word = "", name = ""] of operation.path.matchAll(/(\w+?)s?\/\{(\w+)\}/g))
      expect(operation.parameters[name]?.toLowerCase()).toContain(word.toLowerCase())
  })

  it.each(each)(
    "speaks for %s only of fields, parameters and scopes that exist",
    (_, operation) => {
      const record = recordType(catalogue, operation.record)
      for (const name of [...(operation.nulls ?? []), ...(operation.omits ?? [])])
        expect(record.fields).toHaveProperty(name)
      for (const name of operation.filled ?? [])
        expect(record.fields[name]).toMatchObject({ type: "array" })
      for (const { parameter } of operation.gates ?? [])
        expect(operation.parameters).toHaveProperty(parameter)
      for (const name of record.scope) expect(operation.parameters).toHaveProperty(name)
    },
  )

  // rules: 4.1–4.8
  it.each(lists)(
    "gives every property of %s a field, or a hidden one, of its type",
    (_, operation) => {
      const record = recordType(catalogue, operation.record)
      const reserved = ["sort", "limit", "offset", "cursor"]
      for (const [name, property] of Object.entries(operation.properties)) {
        const field = record.fields[property.field ?? name] ?? record.hidden?.[name]
        expect([name, comparable(field?.type)]).toEqual([name, property.type])
        expect(property.filter || property.sort).toBe(true)
        expect(operation.omits ?? []).not.toContain(name)
        expect(reserved).not.toContain(name)
      }
      expect(operation.limit.default).toBeLessThanOrEqual(operation.limit.maximum)
      expect(parseSort(operation, operation.defaultSort)).toMatchObject({
        problems: [],
        sort: [{}],
      })
    },
  )

  // rules: Values 3
  it.each(Object.entries(catalogue.records))(
    "links and doubles fields of %s that exist",
    (name, { fields }) => {
      for (const field of Object.values(fields)) {
        if (field.sameAs) expect(fields[field.sameAs]?.type).toBe(field.type)
        if (field.link)
          expect(findOperation(catalogue, field.link)).toMatchObject({
            kind: "single",
            record: name,
          })
      }
    },
  )

  it("gives every record at least one operation", () => {
    expect(new Set(operations.map(({ record }) => record))).toEqual(new Set(Object.keys(records)))
  })

  it("sorts operations by kind without losing one", () => {
    const byKind = [listOperations, singleOperations, patchOperations].flatMap((of): Operation[] =>
      of(catalogue),
    )
    expect(new Set(byKind)).toEqual(new Set(operations))
    expect(byKind).toHaveLength(22)
  })

  it("finds operations by id, and none by a name of prototypes", () => {
    expect(findOperation(catalogue, "departments-v1.2")).toMatchObject({ version: "v1.2" })
    for (const id of ["", "nope", "__proto__", "constructor"])
      expect(findOperation(catalogue, id)).toBeUndefined()
  })

  it("sends what the record has, without what the operation omits", () => {
    const fields = (id: string) =>
      Object.keys(fieldsOf(catalogue, findOperation(catalogue, id) ?? fail(id)))
    expect(fields("departments")).toEqual(Object.keys(records.department.fields))
    expect(fields("departments-v1.2")).toEqual(
      fields("departments").filter((name) => name !== "dataSource"),
    )
  })

  it("that contradicts itself says so", () => {
    const broken: Catalogue = { ...catalogue, records: {} }
    expect(() => recordType(broken, "department")).toThrow(CatalogueError)
  })

  // rules: Values 2
  it("knows ten department types", () => {
    expect(departmentTypes).toHaveLength(10)
    expect(records.department.fields.type.values).toBe(departmentTypes)
  })
})

const fail = (id: string): never => {
  throw new Error(`The catalogue has no operation "${id}".`)
}

describe("the types that follow from the catalogue", () => {
  it("give each scalar its TypeScript type, each of them or null", () => {
    type Point = RecordOf<(typeof records)["dataPoint"]["fields"]>
    expectTypeOf<Point>().toEqualTypeOf<{
      label: string | null
      timeStamp: string | null
      value: number | null
      departmentId: string | null
      userId: string | null
    }>()
    expectTypeOf<ScalarType>().not.toBeAny()
  })

  it("follow objects and lists into their parts", () => {
    type Department = RecordOf<(typeof records)["department"]["fields"]>
    expectTypeOf<Department["phoneNumber"]>().toEqualTypeOf<{
      countryCode: number | null
      number: string | null
    } | null>()
    expectTypeOf<Department["selectedCultures"]>().toEqualTypeOf<(string | null)[] | null>()
    expectTypeOf<Department["showInContacts"]>().toEqualTypeOf<boolean | null>()
    type Template = RecordOf<(typeof records)["communicationTemplate"]["fields"]>
    type Culture = NonNullable<NonNullable<Template["communicationTemplateCultures"]>[number]>
    expectTypeOf<Culture["email"]>().toEqualTypeOf<{
      subject: string | null
      body: string | null
    } | null>()
  })
})
