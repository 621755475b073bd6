import { randomUUID } from "node:crypto"
import { afterAll, beforeEach, expect, inject, test } from "vitest"
import { migrateTables, openPool } from "../../db"
import { createDepartmentNames } from "./departments-table"

const schema = `departments_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 4 })
const names = createDepartmentNames({ pool, schema })
beforeEach(async () => {
  await migrateTables(pool, "dashboard", schema)
  await pool.query(
    `truncate "${schema}".department_name, "${schema}".department_names_reading;
     insert into "${schema}".department_names_reading (one) values (1)`,
  )
})
afterAll(async () => {
  await pool.end()
})

const times = { everyMs: 60_000, leaseMs: 60_000 }
const always = { everyMs: 0, leaseMs: 60_000 }
const guid = (at: number) => `00000000-0000-4000-8000-${`${at}`.padStart(12, "0")}`
const named = (at: number, name = `Department ${at}`) => ({ id: guid(at), name })
const claim = async (given = times) => {
  const id = await names.claim(given)
  if (id === undefined) throw new Error("The list is being read.")
  return id
}

test("only one of ten callers may read the list, and then none until the names are stale", async () => {
  const claims = await Promise.all(Array.from({ length: 10 }, () => names.claim(times)))
  const [id, ...others] = claims.filter((each) => each !== undefined)
  expect(others).toEqual([])
  expect((await names.read("all")).asOf).toBeUndefined()
  await names.finish(id ?? "")
  expect((await names.read("all")).asOf).toBeGreaterThan(Date.now() - 60_000)
  expect(await names.claim(times)).toBeUndefined()
  expect(await names.claim(always)).toBeDefined()
})

test("names are stored page by page, and names missing from a complete reading are removed", async () => {
  const first = await claim()
  expect(await names.put(first, [named(1), named(2)])).toBe(true)
  expect((await names.read("all")).names).toEqual({
    [guid(1)]: "Department 1",
    [guid(2)]: "Department 2",
  })
  await names.finish(first)
  const second = await claim(always)
  await names.put(second, [named(2, "Renamed"), named(3)])
  expect(Object.keys((await names.read("all")).names)).toHaveLength(3)
  await names.finish(second)
  expect((await names.read("all")).names).toEqual({
    [guid(2)]: "Renamed",
    [guid(3)]: "Department 3",
  })
})

test("the managers of departments are known from the latest reading or edit", async () => {
  const [one, other, nobody] = [guid(71), guid(72), guid(73)]
  await names.put(await claim(always), [{ ...named(1), managerUserId: one }, named(2)])
  expect(await names.managersAmong([one, other, nobody])).toEqual([one])
  await names.rename({ ...named(1), managerUserId: other })
  expect(await names.managersAmong([one, other, nobody])).toEqual([other])
})

test("a reading whose lease expired is taken over, and its late pages are ignored", async () => {
  const first = await claim()
  expect(await names.claim(times)).toBeUndefined()
  const second = await claim({ everyMs: 60_000, leaseMs: 0 })
  expect(await names.put(first, [named(1)])).toBe(false)
  await names.finish(first)
  expect(await names.read("all")).toEqual({ names: {}, asOf: undefined, isExpired: false })
  expect(await names.put(second, [named(2)])).toBe(true)
})

test("a name that is edited while the list is read is not overwritten", async () => {
  const first = await claim()
  await names.put(first, [named(1), named(2)])
  await names.finish(first)
  const second = await claim(always)
  await names.rename(named(1, "New"))
  await names.rename(named(9, "Just made"))
  await names.put(second, [named(1), named(2)])
  await names.finish(second)
  expect((await names.read("all")).names).toEqual({
    [guid(1)]: "New",
    [guid(2)]: "Department 2",
    [guid(9)]: "Just made",
  })
  const third = await claim(always)
  await names.put(third, [named(1, "Newer")])
  await names.finish(third)
  expect((await names.read("all")).names).toEqual({ [guid(1)]: "Newer" })
})

test("after an edit with an unknown outcome, the list is read again", async () => {
  await names.finish(await claim())
  expect(await names.claim(times)).toBeUndefined()
  await names.expire()
  expect(await names.read("all")).toMatchObject({ isExpired: true })
  expect(await names.claim(times)).toBeDefined()
  expect(await names.read("all")).toMatchObject({ isExpired: false })
})
