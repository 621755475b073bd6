import { setTimeout as delay } from "node:timers/promises"
import { sampleDepartment } from "@/service/testing/departments"
import type { ListCopyStatus } from "../../copies/replica"
import type { Who } from "../../testing/access-rules"
import { ownHeaders, startSignedIn } from "../../testing/ask-as"

/** A data point as the platform has it. */
export interface TestPoint {
  readonly label: string | null
  readonly timeStamp: string
  readonly value: number | null
  readonly departmentId: string | null
  readonly userId: string | null
}

export interface TestDepartment {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
  /** A store unless it is said. */
  readonly type?: string
}

/** The dashboard in process with everybody signed in, before a service that holds these departments. */
export async function openSeriesWorld(databaseUrl: string, departments: readonly TestDepartment[]) {
  const dashboard = await startSignedIn(databaseUrl)
  const { service, cookies, origin } = dashboard
  const rows = departments.map((values) => ({ values: sampleDepartment({ ...values }) }))
  await service.store.loadRecords("department", rows)

  /** Asks as one of the dashboard's own pages does. */
  async function ask(
    path: string,
    who: Who = "analyst",
    { method = "GET", json }: { method?: string; json?: unknown } = {},
  ) {
    const response = await dashboard.ask(path, {
      method,
      cookie: cookies[who],
      headers: { ...ownHeaders(origin), "content-type": "application/json" },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    if (!response) throw new Error(`No route answers ${method} ${path}.`)
    return response
  }

  async function askJson(
    path: string,
    who: Who = "analyst",
    more: { method?: string; json?: unknown } = {},
  ) {
    const response = await ask(path, who, more)
    const text = await response.text()
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) }
  }

  async function waitFor(dataSetId: string): Promise<ListCopyStatus> {
    let last: ListCopyStatus | undefined
    for (let tries = 0; tries < 6000; tries += 1) {
      const { body } = await askJson("/api/sync", "admin")
      const lists = body.lists as ListCopyStatus[]
      const found = lists.find(({ parameters }) => parameters["dataSetId"] === dataSetId)
      last = found
      if (found?.isComplete && found.run === null && found.state === "idle") return found
      await delay(20)
    }
    throw new Error(`The copy does not come to its end: ${JSON.stringify(last)}`)
  }

  return {
    ...dashboard,
    ask,
    askJson,
    askAs: dashboard.ask,
    async loadPoints(dataSetId: string, points: readonly TestPoint[]) {
      await service.store.loadContainers([{ kind: "dataSet", id: dataSetId, name: "Points" }])
      const rows = points.map((values) => ({ scope: { dataSetId }, values: { ...values } }))
      await service.store.loadRecords("dataPoint", rows)
    },
    /** Copies a data set, or brings its copy up to date, and waits for the end. */
    async sync(dataSetId: string, action: "start" | "recheck" = "start"): Promise<ListCopyStatus> {
      const json = { operation: "data-points", parameters: { dataSetId }, action }
      const { status } = await askJson("/api/sync", "admin", { method: "POST", json })
      if (status !== 200) throw new Error(`The copy does not begin: ${status}.`)
      return waitFor(dataSetId)
    },
    /** Waits until the tree of departments has been read. */
    async waitForTree(): Promise<void> {
      for (let tries = 0; tries < 6000; tries += 1) {
        const { body } = await askJson("/api/names/departments")
        if (body.asOf && departments.every(({ id }) => body.names[id] !== undefined)) return
        await delay(20)
      }
      throw new Error("The departments do not come.")
    },
  }
}

export type SeriesWorld = Awaited<ReturnType<typeof openSeriesWorld>>
