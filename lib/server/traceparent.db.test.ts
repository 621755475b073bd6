import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { smallParameters } from "@/service/testing/small-data"
import { catalogue, findOperation, printPath } from "../catalogue"
import { type DashboardInProcess, startDashboardInProcess } from "./testing/dashboard-in-process"

let dashboard: DashboardInProcess
let cookie: string

beforeAll(async () => {
  dashboard = await startDashboardInProcess(inject("databaseUrl"))
  cookie = await dashboard.people.cookieOf("admin@demo.test")
})
afterAll(() => dashboard.stop())

const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

/** The traceparent in the platform's last log line about this operation. */
const seenByPlatform = (operation: string) =>
  dashboard.service.lines.findLast((line) => line["operation"] === operation)?.["traceparent"]

/** Reads a list that is not cached, so that the platform is called. */
async function read(limit: number, headers: Record<string, string>) {
  const path = `/api/v1.4/departments?limit=${limit}`
  const answer = await dashboard.ask(path, { cookie, headers }, "front")
  expect(answer?.headers.get("x-data-source")).toBe("live")
  return seenByPlatform("departments")
}

test("a read forwards a valid traceparent to the platform unchanged, and no invalid one", async () => {
  expect(await read(1, { traceparent })).toBe(traceparent)
  expect(await read(2, {})).toBeUndefined()
  expect(await read(3, { traceparent: `${traceparent}, ${traceparent}` })).toBeUndefined()
})

test("a PATCH forwards the traceparent, too", async () => {
  const operation = findOperation(catalogue, "update-department")
  if (!operation) throw new Error("There is no such operation.")
  await dashboard.ask(
    `/api${printPath(operation, smallParameters(operation))}`,
    {
      method: "PATCH",
      cookie,
      headers: {
        "x-requested-with": "dashboard",
        "content-type": "application/json-patch+json",
        origin: dashboard.origin,
        traceparent,
      },
      body: JSON.stringify([{ op: "replace", path: "/name", value: "Another name" }]),
    },
    "front",
  )
  expect(seenByPlatform("update-department")).toBe(traceparent)
})
