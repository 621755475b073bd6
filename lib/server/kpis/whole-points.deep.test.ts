import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { summaryMeasures } from "../../catalogue"
import type { SummarizedAnswers } from "../../contract"
import { everybody } from "../testing/access-rules"
import { openSeriesWorld, type SeriesWorld } from "./testing/open-series-world"
import { plantPoints } from "./testing/planted-points"

const planted = plantPoints(["2025-03-20", "2025-03-21", "2025-03-22", "2025-03-23", "2025-04-01"])
const [ofPersons, ofNobody] = [randomUUID(), randomUUID()]
const { points, stores, labels } = planted
const alone = points.find(({ label }) => label === "Bonus") ?? points[0]
const [user, value] = [`${alone?.userId}`, alone?.value ?? 0]

let world: SeriesWorld
beforeAll(async () => {
  world = await openSeriesWorld(inject("databaseUrl"), planted.departments)
  await world.loadPoints(ofPersons, points)
  const nobodys = points.slice(0, 50).map((point) => ({ ...point, userId: null }))
  await world.loadPoints(ofNobody, nobodys)
  await world.waitForTree()
  await world.sync(ofPersons)
  await world.sync(ofNobody)
})
afterAll(() => world?.stop())

const rowsPath = "/api/answers/data-points"

/** Filters that search for a person, a value, a small label or department, or a part of a text. */
const narrowings = [
  "",
  `userId=${user}`,
  `userId[ne]=${user}`,
  "userId[ne]=",
  `dataSetId=${ofPersons}`,
  `dataSetId=${ofNobody}`,
  `dataSetId[ne]=${ofNobody}`,
  `dataSetId=${ofPersons}&userId=${user}`,
  ...labels.map((label) => `label=${label}`),
  "label[contains]=onu",
  "label[begins]=Bo",
  "search[contains]=bonus",
  ...stores.slice(5).map((id) => `departmentId=${id}`),
  `departmentId[ne]=${stores[8]}`,
  ...[1, 2, 4, 8, 4000].map((at) => `dataValue[gt]=${at}`),
  `dataValue=${value}`,
  `dataValue[lte]=${value}&label=Bonus`,
  "timeStamp[gte]=2025-04-01T00:00:00Z",
  `timeStamp=${alone?.timeStamp}`,
]
const sorts = ["dataValue", "-dataValue", "userId", "-timeStamp"]
const groups = [
  "userId",
  "label",
  "departmentId",
  "dataSetId",
  "timeStamp:day",
  "timeStamp:hour",
  "label&group=departmentId",
  "userId&group=timeStamp:day",
]
const conditions = ["dataValue[gt]=4", `userId=${user}`, "label[contains]=onu"]

/** Each measure as written in a URL. */
const measures = summaryMeasures.flatMap((name) => {
  if (name === "count") return [name]
  if (name === "share") return conditions.map((condition) => `share:${condition}`)
  return name === "distinct" ? ["distinct:userId", "distinct:dataValue"] : [`${name}:dataValue`]
})

const searchOf = (...parts: readonly string[]) => {
  const said = parts.filter((part) => part !== "").join("&")
  return said === "" ? "" : `?${said}`
}

function summarySearches(): string[] {
  const asked = measures.map((measure) => `measure=${encodeURIComponent(measure)}`)
  return [
    ...asked.flatMap((measure) => groups.map((group) => searchOf(measure, `group=${group}`))),
    ...asked.map((measure) => searchOf(measure)),
    ...narrowings.map((narrowing) => searchOf("measure=sum:dataValue", narrowing)),
    ...groups.map((group) => searchOf(`group=${group}`, "sort=-1", "top=1")),
  ]
}

/** The drill-down queries of an administrator's figures. */
async function readDrills(): Promise<string[]> {
  const question = "?group=userId&group=label&measure=sum:dataValue&measure=share:dataValue[gt]=4"
  const { body } = await world.askJson(`${rowsPath}/summary${question}&label=Bonus`, "admin")
  const { rows, subtotals, total } = body as SummarizedAnswers
  return [...rows, ...subtotals, total].flatMap(({ drill, figures }) =>
    [drill, ...figures.map((figure) => figure.drill)].filter((each) => typeof each === "string"),
  )
}

/** The paths of all requests for points of all data sets and for figures computed from them. */
async function addresses(): Promise<string[]> {
  return [
    ...narrowings.map((narrowing) => rowsPath + searchOf(narrowing, "limit=1")),
    ...sorts.map((sort) => `${rowsPath}?sort=${sort}&limit=1`),
    ...narrowings.map((narrowing) => `${rowsPath}/total${searchOf(narrowing)}`),
    ...summarySearches().map((search) => `${rowsPath}/summary${search}`),
    ...["csv", "xlsx"].flatMap((format) => [
      `${rowsPath}/summary/file?format=${format}&group=userId&measure=maximum:dataValue`,
      `${rowsPath}/summary/file?format=${format}&group=label&group=departmentId`,
    ]),
    ...(await readDrills()).map((drill) => rowsPath + searchOf(drill)),
  ]
}

/** A response as text, without its request id and instance. */
async function report(path: string, json?: unknown): Promise<string> {
  const asked = json === undefined ? {} : { method: "POST", json }
  const { status, body } = await world.askJson(path, "analyst", asked)
  return JSON.stringify({ ...body, requestId: "", instance: "", status })
}

const smallGroups = { status: 403, body: { code: "small_groups" } }

test("An administrator gets all requested points, including values of single persons.", async () => {
  const asked = await addresses()
  expect(asked.length).toBeGreaterThan(200)
  const seen: string[] = []
  for (const path of asked) {
    const response = await world.ask(path, "admin")
    expect({ path, status: response.status }).toEqual({ path, status: 200 })
    if (!path.includes("xlsx")) seen.push(await response.text())
  }
  const text = seen.join("\n")
  expect(text).toContain(user)
  expect(text).toContain(`${value}`)
})

test("An analyst gets the same refusal to more than 200 requests for points of all data sets.", async () => {
  const answers = new Set<string>()
  for (const path of await addresses()) answers.add(await report(path))
  expect([...answers].map((answer) => JSON.parse(answer))).toMatchObject([
    { status: 403, code: "small_groups" },
  ])
})

test("With a group size of one the requests succeed, so they are refused for small groups.", async () => {
  const put = (minPeople: number) =>
    world.askJson("/api/kpis/settings", "admin", { method: "PUT", json: { least: minPeople } })
  expect(await put(1)).toMatchObject({ status: 200 })
  expect(await world.askJson(`${rowsPath}?userId=${user}&limit=1`)).toMatchObject({ status: 200 })
  expect(await put(5)).toMatchObject({ status: 200 })
  expect(await world.askJson(`${rowsPath}?userId=${user}&limit=1`)).toMatchObject(smallGroups)
})

test("An administrator's cursor or ETag, a HEAD request and a name lookup disclose nothing to an analyst.", async () => {
  const first = await world.ask(`${rowsPath}?limit=2`, "admin")
  const { nextUrl } = (await first.json()) as { nextUrl: string }
  const etag = first.headers.get("etag")
  expect(await world.askJson(nextUrl, "admin")).toMatchObject({ status: 200 })
  const followed = await world.askJson(nextUrl)
  expect([400, 403, 410]).toContain(followed.status)
  expect(followed.body.data).toBeUndefined()
  const known = await world.askAs(`${rowsPath}?limit=2`, {
    cookie: world.cookies.analyst,
    headers: { "if-none-match": etag ?? "*" },
  })
  expect(known?.status).toBe(403)
  const head = await world.ask(`${rowsPath}?limit=2`, "analyst", { method: "HEAD" })
  expect(head.status).toBe(403)

  const json = { ids: [user] }
  const lookup = { method: "POST", json }
  const named = await world.askJson("/api/names/users/lookup", "analyst", lookup)
  expect(named).toMatchObject({ status: 200, body: { names: {} } })
})

const orderOf = (query: string, format: string) => ({
  operation: "all-data-points",
  parameters: {},
  format,
  query,
})

test("An analyst cannot export these points or read an administrator's export.", async () => {
  const answers = new Set<string>()
  for (const format of ["csv", "xlsx"])
    for (const narrowing of narrowings)
      answers.add(await report("/api/exports", orderOf(narrowing, format)))
  expect([...answers].map((answer) => JSON.parse(answer))).toMatchObject([
    { status: 403, code: "small_groups" },
  ])
  const order = { method: "POST", json: orderOf(`userId=${user}`, "csv") }
  const started = await world.askJson("/api/exports", "admin", order)
  expect(started.status).toBe(200)
  const { id } = started.body as { id: string }
  const readState = async () => (await world.askJson(`/api/exports/${id}`, "admin")).body.state
  await expect.poll(readState, { timeout: 60_000 }).toBe("done")
  const file = await world.ask(`/api/exports/${id}/file`, "admin")
  expect(await file.text()).toContain(user)
  for (const path of [
    `/api/exports/${id}`,
    `/api/exports/${id}/file`,
    `/api/exports/${id}/manifest`,
  ])
    expect(await world.askJson(path)).toMatchObject({ status: 404 })
  expect((await world.askJson("/api/exports")).body).toEqual({ exports: [] })
})

test("A shared view of these points has its query but no values.", async () => {
  const search = `userId=${user}&sort=-dataValue`
  const json = { report: "all-data-points", name: "Highest", search, role: "analyst" }
  const saved = await world.askJson("/api/views", "admin", { method: "POST", json })
  expect(saved.status).toBe(200)
  const texts = [
    await (await world.ask("/api/views?report=all-data-points")).text(),
    await (await world.ask("/api/palette")).text(),
  ]
  for (const text of texts) expect(text).not.toContain(`${value}`)
  expect(await report(`${rowsPath}?${search}`)).toContain("small_groups")
})

test("Only those who may read all names can search them, and an analyst gets no e-mail address.", async () => {
  const csv = `id,name,department,email\n${user},Ida Holm,North,ida@example.com\n`
  const put = await world.askAs("/api/names/users", {
    method: "PUT",
    cookie: world.cookies.admin,
    headers: { "x-requested-with": "dashboard", origin: world.origin, "content-type": "text/csv" },
    body: csv,
  })
  expect(put?.status).toBe(200)
  const ask = (json: unknown) =>
    world.askJson("/api/names/users/lookup", "analyst", { method: "POST", json })
  for (const text of ["Ida", "ida@example.com", "example.com", "North"])
    expect((await ask({ text })).status).toBe(403)
  const before = await ask({ ids: [user] })
  expect(before).toMatchObject({ status: 200, body: { names: {} } })
  expect(JSON.stringify(before.body)).not.toContain("ida@")

  const path = `/api/v1.2/departments/${stores[0]}`
  const patch = [{ op: "replace", path: "/managerUserId", value: user }]
  expect((await world.askJson(path, "admin", { method: "PATCH", json: patch })).status).toBe(200)
  const after = await ask({ ids: [user] })
  expect(after.body).toMatchObject({ names: { [user]: "Ida Holm" } })
  expect(JSON.stringify(after.body)).not.toContain("ida@")
})

test("Only administrators may edit several departments at once.", async () => {
  const json = {
    title: "All",
    items: [{ recordId: stores[8], patch: '[{"op":"replace","path":"/name","value":"Mine"}]' }],
  }
  for (const who of everybody) {
    if (who === "admin") continue
    const { status } = await world.askJson("/api/departments/batches", who, {
      method: "POST",
      json,
    })
    expect({ who, status }).toEqual({ who, status: who === "nobody" ? 401 : 403 })
  }
})

test("A request without a session responds 401, and one without kpis:read responds 403.", async () => {
  const paths = [rowsPath, ...["total", "summary"].map((end) => `${rowsPath}/${end}`)]
  for (const path of [...paths, `${rowsPath}/summary/file?format=csv`])
    for (const who of ["nobody", "stranger", "hr"] as const) {
      const { status, body } = await world.askJson(path, who)
      const expected = who === "nobody" ? [401, "unauthenticated"] : [403, "forbidden"]
      expect([status, body.code]).toEqual(expected)
    }
})
