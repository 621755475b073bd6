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
/** Local times are compared as if they were UTC, so both types of time sort alike. */
const comparable = (type: string | undefined) => (type === "localdatetime" ? "datetime" : type)

describe("the catalogue", () => {
  it("has unique operation ids that need no URL encoding", () => {
    const ids = operations.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z0-9.-]+$/)
    for (const id of ids) expect(encodeURIComponent(id)).toBe(id)
  })

  it("has no two operations with the same method, version and path", () => {
    const paths = operations.map(
      ({ method, version, path }) => `${method} /${version}${path.replaceAll(/\{\w+\}/g, "{}")}`,
    )
    expect(new Set(paths).size).toBe(paths.length)
  })

  it.each(lists)(
    "sorts pages of %s by newest first if the API can sort by time, otherwise ascending",
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

  it("recognises which URL fields are API URLs", () => {
    const addresses = Object.values(catalogue.records).flatMap(({ fields }) =>
      Object.keys(fields).filter((name) => isApiAddress(fields, name)),
    )
    const expected = ["categoryUrl", "fillingUrl", "stageUrl", "url", "userUrl"]
    expect([...new Set(addresses)].toSorted()).toEqual(expected)
  })

  it.each(lists)(
    "sets namedById on %s only if no field names its rows but the workspace does",
    (_, operation) => {
      const fields = Object.entries(fieldsOf(catalogue, operation))
      const names = fields.filter(
        ([name, field]) =>
          !operation.nulls?.includes(name) &&
          (["name", "label", "title"].includes(name) || name === "locales") &&
          field.type !== "object",
      )
      const isNamed = containers[operation.record]?.workspace !== undefined && names.length === 0
      expect(operation.namedById ?? false).toBe(isNamed)
    },
  )

  it.each(each)(
    "lists the path parameters of %s in path order, each nested in the previous one",
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

  it.each(each)(
    "maps each path parameter of %s to the kind that the path names",
    (_, operation) => {
      for (const [, word = "", name = ""] of operation.path.matchAll(/(\w+?)s?\/\{(\w+)\}/g))
        expect(operation.parameters[name]?.toLowerCase()).toContain(word.toLowerCase())
    },
  )

  it.each(each)("refers in %s only to existing fields, parameters and scopes", (_, operation) => {
    const record = recordType(catalogue, operation.record)
    for (const name of [...(operation.nulls ?? []), ...(operation.omits ?? [])])
      expect(record.fields).toHaveProperty(name)
    for (const name of operation.filled ?? [])
      expect(record.fields[name]).toMatchObject({ type: "array" })
    for (const { parameter } of operation.gates ?? [])
      expect(operation.parameters).toHaveProperty(parameter)
    for (const name of record.scope) expect(operation.parameters).toHaveProperty(name)
  })

  // rules: 4.1–4.8
  it.each(lists)(
    "backs every property of %s with a field or hidden field of the same type",
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
    "has valid aliases (sameAs) and links in %s",
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

  it("splits all operations into lists, single reads and patches", () => {
    const byKind = [listOperations, singleOperations, patchOperations].flatMap((of): Operation[] =>
      of(catalogue),
    )
    expect(new Set(byKind)).toEqual(new Set(operations))
    expect(byKind).toHaveLength(22)
  })

  it("finds operations by id and ignores prototype property names", () => {
    expect(findOperation(catalogue, "departments-v1.2")).toMatchObject({ version: "v1.2" })
    for (const id of ["", "nope", "__proto__", "constructor"])
      expect(findOperation(catalogue, id)).toBeUndefined()
  })

  it("returns the record's fields without those that the operation omits", () => {
    const fields = (id: string) =>
      Object.keys(fieldsOf(catalogue, findOperation(catalogue, id) ?? fail(id)))
    expect(fields("departments")).toEqual(Object.keys(records.department.fields))
    expect(fields("departments-v1.2")).toEqual(
      fields("departments").filter((name) => name !== "dataSource"),
    )
  })

  it("throws a CatalogueError for a missing record type", () => {
    const broken: Catalogue = { ...catalogue, records: {} }
    expect(() => recordType(broken, "department")).toThrow(CatalogueError)
  })

  // rules: Values 2
  it("has ten department types", () => {
    expect(departmentTypes).toHaveLength(10)
    expect(records.department.fields.type.values).toBe(departmentTypes)
  })
})

const fail = (id: string): never => {
  throw new Error(`The catalogue has no operation "${id}".`)
}

describe("types derived from the catalogue", () => {
  it("map each scalar to its TypeScript type or null", () => {
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

  it("map nested objects and lists recursively", () => {
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
