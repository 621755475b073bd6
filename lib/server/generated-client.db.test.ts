import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { type ClientFolder, writeClient } from "@/service/openapi/testing/generated-client"
import { type DashboardInProcess, startDashboardInProcess } from "./testing/dashboard-in-process"

/** A program as an integrator would write it with the generated types. */
const program = `
import createClient from "openapi-fetch"
import type { paths } from "./own"

export function open(cookie: string, fetch: (request: Request) => Promise<Response>) {
  return createClient<paths>({ baseUrl: "http://localhost:3000", headers: { cookie }, fetch })
}

/** The names of the first departments, and the saved views of their report. */
export async function readReport(client: ReturnType<typeof open>) {
  const [list, views] = await Promise.all([
    client.GET("/api/v1.4/departments", { params: { query: { limit: 5, sort: "name" } } }),
    client.GET("/api/views", { params: { query: { report: "departments" } } }),
  ])
  if (list.error || views.error) throw new Error(JSON.stringify(list.error ?? views.error))
  const names: string[] = list.data.data.flatMap(({ name }) => name ?? [])
  return { names, views: views.data.views.length, opensWith: views.data.opensWith }
}
`

const wrong = `
import { open } from "./program"
declare const client: ReturnType<typeof open>
client.GET("/api/nothing")
client.POST("/api/views", { body: { report: "departments" } })
`

let dashboard: DashboardInProcess
let folder: ClientFolder
beforeAll(async () => {
  dashboard = await startDashboardInProcess(inject("databaseUrl"))
  const cookie = await dashboard.people.cookieOf("admin@demo.test")
  const answer = await dashboard.ask("/api/openapi.json", { cookie }, "front")
  const document = (await answer?.text()) ?? ""
  folder = await writeClient(new Map([["own", document]]), {
    "program.ts": program,
    "wrong.ts": wrong,
  })
})
afterAll(async () => {
  await folder?.remove()
  await dashboard?.stop()
})

test("a client generated from our own OpenAPI document compiles, and undocumented calls do not", async () => {
  const complaints = await folder.check()
  expect(complaints.filter((line) => !line.startsWith("wrong.ts("))).toEqual([])
  expect(complaints.filter((line) => /^wrong\.ts\([45],/.test(line)).length).toBeGreaterThan(1)
})

// rules: OpenAPI 5
test("the client reads a report", async () => {
  const { open, readReport } = (await folder.load("program.ts")) as {
    open: (cookie: string, fetch: (request: Request) => Promise<Response>) => unknown
    readReport: (client: unknown) => Promise<{ names: string[]; views: number; opensWith: unknown }>
  }
  const cookie = await dashboard.people.cookieOf("admin@demo.test")
  const ask = async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    const answer = await dashboard.ask(`${pathname}${search}`, { cookie }, "front")
    if (!answer) throw new Error("No answer.")
    return answer
  }
  const { names, views, opensWith } = await readReport(open(cookie, ask))
  expect(names.length).toBeGreaterThan(0)
  expect(names).toEqual(names.toSorted())
  expect([views, opensWith]).toEqual([0, null])
})
