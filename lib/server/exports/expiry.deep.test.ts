import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { catalogue } from "@/lib/catalogue"
import { createUpstream, type Upstream } from "@/lib/platform"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { configOf, openExportWorld, orderFor } from "./testing/open-export-world"
import { digestFile, digestSource, loadPoints, pointColumns } from "./testing/source-points"

const count = 12_000
const sevenHoursMs = 7 * 3_600_000

const time = { now: Date.now() }
let service: TestService
let dataSetId: string
beforeAll(async () => {
  service = await startTestService({
    databaseUrl: inject("databaseUrl"),
    count: 0,
    clock: () => time.now,
    tokenTtlSeconds: 365 * 86_400,
  })
  dataSetId = await loadPoints(service, count)
})
afterAll(() => service.stop())

/** An upstream on which every `round`-th cursor expires before it is sent, `expiries` times. */
function letExpire(expiries: number, round = 1) {
  const config = configOf(service.origin)
  const upstream = createUpstream({ catalogue, config, clock: Date.now })
  const seen = { followed: 0, expired: 0 }
  const read: Upstream["read"] = (requested) => {
    if (requested.following) seen.followed += 1
    if (requested.following && seen.expired < expiries && seen.followed % round === 0) {
      seen.expired += 1
      time.now += sevenHoursMs
    }
    return upstream.read(requested)
  }
  return { config, upstream: { read }, seen }
}

// rules: Expired cursors
test.each([
  ["in the order of time", "", 10, 1],
  ["newest first", "sort=-timeStamp", 10, 1],
  ["by a text that fills several pages", "sort=label,timeStamp", 2, 4],
  ["by a text that is empty, which no filter can say", "sort=label,timeStamp", 1, 2],
])(
  "An export %s whose cursor expires repeatedly has each row once.",
  async (_, query, expiries, round) => {
    const { seen, ...way } = letExpire(expiries, round)
    const world = await openExportWorld({ databaseUrl: inject("databaseUrl"), ...way })
    const parameters = { dataSetId }
    const { id } = await world.start(
      orderFor("data-points", { parameters, query, columns: pointColumns }),
    )
    await world.waitFor(id, ({ state }) => state === "done")
    expect(seen.expired).toBe(expiries)
    const inTime = query === ""
    const file = await world.readFile(id)
    expect(await digestFile(file, inTime)).toEqual(await digestSource(service, dataSetId))
    await world.close()
  },
)

// rules: Expired cursors
test("If cursors expire before they return a new row, the export waits and is never complete.", async () => {
  const { seen: _, ...way } = letExpire(Number.POSITIVE_INFINITY)
  const world = await openExportWorld({ databaseUrl: inject("databaseUrl"), ...way })
  const parameters = { dataSetId }
  const { id } = await world.start(orderFor("data-points", { parameters, query: "sort=label" }))
  const job = await world.waitFor(id, ({ reason }) => reason !== null)
  expect(job).toMatchObject({
    state: "running",
    reason: "cursor_expired",
    isWaiting: true,
    file: null,
  })
  await world.close()
})
