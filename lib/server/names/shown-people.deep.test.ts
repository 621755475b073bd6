import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { sampleDepartment } from "@/service/testing/departments"
import { openSeriesWorld, type SeriesWorld } from "../kpis/testing/open-series-world"
import type { Who } from "../testing/access-rules"
import { ownHeaders } from "../testing/ask-as"

const [manager, seller, stranger] = [randomUUID(), randomUUID(), randomUUID()]
const everybody = [manager, seller, stranger]
const store = randomUUID()
const sales = randomUUID()

let world: SeriesWorld
beforeAll(async () => {
  world = await openSeriesWorld(inject("databaseUrl"), [])
  const values = sampleDepartment({ id: store, name: "Harbour store", managerUserId: manager })
  await world.service.store.loadRecords("department", [{ values }])
  const point = { label: "Food", timeStamp: "2026-01-05T10:00:00Z", departmentId: store }
  await world.loadPoints(sales, [{ ...point, value: 1, userId: seller }])
  await world.sync(sales)
  const csv = `id,name\n${manager},Mia Manager\n${seller},Sam Seller\n${stranger},Stine Stranger\n`
  expect(await send("PUT", "/api/names/users", "text/csv", csv)).toBe(200)
})
afterAll(() => world.stop())

/** What an administrator's change ends with. */
async function send(method: string, path: string, type: string, body: string) {
  const headers = { ...ownHeaders(world.origin), "content-type": type }
  const asking = { method, headers, body, cookie: world.cookies.admin }
  return (await world.askAs(path, asking))?.status
}

async function lookUp(who: Who, ids: readonly string[], shown: readonly string[] = []) {
  const json = { ids, shown }
  const { body } = await world.askJson("/api/names/users/lookup", who, { method: "POST", json })
  return Object.values<string>(body.names).toSorted()
}

/** What an answer says of whom it shows. */
async function shownBy(who: Who, path: string): Promise<string[]> {
  const answer = await world.ask(path, who)
  expect(answer.status).toBe(200)
  const shown = answer.headers.get("x-shown-people")
  return shown === null ? [] : [shown]
}

const departments = "/api/v1.4/departments?limit=100"

// rules: A report page 6
test("an analyst is told the names of the people on the page that was answered to them, and of nobody else", async () => {
  expect(await lookUp("analyst", everybody)).toEqual([])
  const [proof = ""] = await shownBy("analyst", departments)
  expect(await lookUp("analyst", everybody, [proof])).toEqual(["Mia Manager"])
  expect(await lookUp("analyst", everybody, await shownBy("analyst", departments))).toEqual([
    "Mia Manager",
  ])
  expect(await shownBy("analyst", `/api/v1.4/departments?id=${randomUUID()}`)).toEqual([])
})

test("HR managers and administrators are told all names, and their answers prove nothing", async () => {
  for (const who of ["hr", "admin"] as const) {
    expect(await lookUp(who, everybody)).toEqual(["Mia Manager", "Sam Seller", "Stine Stranger"])
    expect(await shownBy(who, departments)).toEqual([])
  }
  const [proof = ""] = await shownBy("analyst", departments)
  expect(await lookUp("hr", [stranger], [proof])).toEqual(["Stine Stranger"])
})

test("where single persons are shown, their names are told by the series, its rows and the points", async () => {
  const setMinPeople = (figure: number) =>
    world.askJson("/api/kpis/settings", "admin", { method: "PUT", json: { least: figure } })
  await setMinPeople(1)
  for (const path of [
    `/api/kpis/${sales}/series?range=all&bucket=month&group=user`,
    `/api/kpis/${sales}/rows?range=all&bucket=month`,
    `/api/v1.4/dataSets/${sales}/dataPoints`,
  ])
    expect(await lookUp("analyst", everybody, await shownBy("analyst", path))).toEqual([
      "Sam Seller",
    ])
  await setMinPeople(5)
})

// rules: A report page 6
test("whom a department was given to is shown by its history", async () => {
  const patch = [{ op: "replace", path: "/managerUserId", value: stranger }]
  const path = `/api/v1.2/departments/${store}`
  expect(await send("PATCH", path, "application/json-patch+json", JSON.stringify(patch))).toBe(200)
  const proof = await shownBy("analyst", "/api/activity")
  expect(await lookUp("analyst", everybody, proof)).toEqual(["Stine Stranger"])
})
