import { describe, expect, it } from "vitest"
import {
  catalogue,
  columnsOf,
  fieldsOf,
  findOperation,
  type ListOperation,
  listOperations,
  ownIdColumn,
  readValue,
  wholeLists,
} from "@/lib/catalogue"
import { columnLabel, columnWidth } from "./columns"

function list(id: string): ListOperation {
  const operation = findOperation(catalogue, id)
  if (operation?.kind !== "list") throw new Error(`${id} is no list`)
  return operation
}

const columns = (id: string) => columnsOf(list(id), fieldsOf(catalogue, list(id)))
const names = (id: string) => columns(id).map(({ name }) => name)
const every = listOperations(catalogue).map((operation) => [operation.id, operation] as const)

describe("the columns of a report", () => {
  it.each(every)("of %s show every field that can have a value exactly once", (_, operation) => {
    const fields = fieldsOf(catalogue, operation)
    const shown = columnsOf(operation, fields).flatMap(({ name, names }) =>
      name === ownIdColumn ? [] : names,
    )
    const fillable = Object.keys(fields).filter((name) => !operation.nulls?.includes(name))
    expect(shown.toSorted()).toEqual(fillable.toSorted())
  })

  it.each(every)(
    "of %s sort by each sortable property with a field, and by no other",
    (_, operation) => {
      const fields = fieldsOf(catalogue, operation)
      const sorted = columnsOf(operation, fields).flatMap(({ sortable, property }) =>
        sortable && property !== undefined ? [property] : [],
      )
      const sortable = Object.entries(operation.properties).flatMap(([name, property]) =>
        property.sort && Object.hasOwn(fields, property.field ?? name) ? [name] : [],
      )
      expect(sorted.toSorted()).toEqual(sortable.toSorted())
    },
  )

  it("start with the name and end with URLs", () => {
    expect(names("departments")[0]).toBe("name")
    expect(names("departments").at(-1)).toBe("url")
    expect(names("stage-reviews")[0]).toBe("stageId")
    expect(names("data-points")[0]).toBe("label")
  })

  it("start with the titles by culture if a record has no name", () => {
    expect(names("calendars")[0]).toBe("locales")
    expect(names("calendar-categories")[0]).toBe("locales")
  })

  it("show names from the workspace under Title if a record has none, and its id separately", () => {
    const [title] = columns("content-posts")
    const own = columns("content-posts").find(({ name }) => name === ownIdColumn)
    if (!title || !own) throw new Error("a column is missing")
    expect(title.name).toBe("id")
    expect(columnLabel(title, (field) => field)).toBe("title")
    expect(columnWidth(title, "Title")).toBe(320)
    expect(columnLabel(own, (field) => field)).toBe("id")
    expect(readValue(own, { id: "8f4a6c3b" })).toBe("8f4a6c3b")
    expect([title.isHidden, own.isHidden]).toEqual([undefined, true])
  })

  it.each([...every, ...wholeLists(catalogue).map((list) => [list.id, list] as const)])(
    "of %s show three to seven by default, without URLs or row ids",
    (_, operation) => {
      const all = columnsOf(operation, fieldsOf(catalogue, operation))
      const shown = all.filter(({ isHidden }) => !isHidden)
      expect(shown.length).toBeLessThanOrEqual(7)
      expect(shown.length).toBeGreaterThanOrEqual(Math.min(3, all.length))
      expect(shown.filter(({ field }) => field.type === "url")).toEqual([])
      expect(all.slice(0, shown.length)).toEqual(shown)
    },
  )

  it("show all fields of a record without a default selection", () => {
    const fields = fieldsOf(catalogue, list("departments"))
    const all = columnsOf({ ...list("departments"), record: "office" }, fields)
    expect(all.filter(({ isHidden }) => isHidden).map(({ name }) => name)).toEqual(["id"])
  })

  it("label names by culture as Name", () => {
    const [name] = columns("notification-channels")
    expect(name && columnLabel(name, (field) => field)).toBe("name")
  })

  it("label titles by culture as Title", () => {
    const [title] = columns("calendars")
    expect(title && columnLabel(title, (field) => field)).toBe("title")
    expect(title && columnWidth(title, "Title")).toBe(320)
  })

  it.each(every)("of %s show raw ids if another column names the rows", (_, operation) => {
    const [, ...others] = columnsOf(operation, fieldsOf(catalogue, operation))
    const raw = others.flatMap(({ name, isRaw }) => (isRaw ? [name] : []))
    const ids = others.flatMap(({ name, names }) => (names.includes("id") ? [name] : []))
    expect(raw).toEqual(ids)
  })

  it("put deprecated fields last, with their deprecation note", () => {
    const last = columns("calendars").slice(-3)
    expect(last.map(({ name }) => name)).toEqual([
      "filterByDepartment",
      "requireDepartmentFilter",
      "departmentFilterType",
    ])
    expect(last.every(({ deprecated }) => deprecated !== undefined)).toBe(true)
  })

  it("leave out fields that the list always returns as null", () => {
    expect(names("content-posts")).not.toContain("locales")
    expect(names("content-posts")).not.toContain("permissions")
  })

  it("sort the value of data points by the property dataValue", () => {
    const value = columns("data-points").find(({ name }) => name === "value")
    expect(value).toMatchObject({ property: "dataValue", sortable: true })
  })

  it("read a value under either of its two names", () => {
    const alias = columns("highscore-levels").find(({ name }) => name === "alias")
    if (!alias) throw new Error("the column is missing")
    expect(readValue(alias, { alias: "gold" })).toBe("gold")
    expect(readValue(alias, { externalId: "gold" })).toBe("gold")
    expect(readValue(alias, { alias: null, externalId: "gold" })).toBe("gold")
    expect(readValue(alias, {})).toBeNull()
  })
})
