import { afterEach, beforeEach, describe, expect, inject, test } from "vitest"
import { openPool, type PoolClient } from "@/lib/db"
import { startTestService, type TestService } from "./testing/test-service"

const databaseUrl = inject("databaseUrl")
const administration = openPool(databaseUrl, { max: 1 })
let blocker: PoolClient
beforeEach(async () => {
  blocker = await administration.connect()
})
afterEach(() => blocker.release())

/** Blocks all reads of highscores until the returned function is called. */
async function blockHighscores({ schema }: TestService) {
  await blocker.query(`begin; lock table "${schema}".highscore in access exclusive mode`)
  return () => blocker.query("rollback")
}

const describeAnswer = async (answer: Response) => [answer.status, await answer.json()]
const unavailable = [
  503,
  {
    errorCode: "unavailable",
    message: "The service cannot answer right now; try again in a moment.",
  },
]

describe("a service whose database is slow", () => {
  // rules: Operations
  test("cancels a statement after its timeout, returns 503 and recovers", async () => {
    const service = await startTestService({ databaseUrl, pool: { statementTimeoutMs: 2000 } })
    const release = await blockHighscores(service)
    expect(await describeAnswer(await service.get("/v1/highscores"))).toEqual(unavailable)
    expect((await service.get("/v1.4/departments")).status).toBe(200)
    await release()
    expect((await service.get("/v1/highscores")).status).toBe(200)
    await service.stop()
  })

  // rules: Operations
  test("returns 503 if no connection is free in time, and completes other requests", async () => {
    const pool = { max: 1, waitTimeoutMs: 200, statementTimeoutMs: 20_000 }
    const service = await startTestService({ databaseUrl, pool })
    const release = await blockHighscores(service)
    const slow = service.get("/v1/highscores")
    const waiting = [1, 2, 3].map(() => service.get("/v1.4/departments"))
    for (const answer of await Promise.all(waiting))
      expect(await describeAnswer(answer)).toEqual(unavailable)
    await release()
    expect((await slow).status).toBe(200)
    expect((await service.get("/v1.4/departments")).status).toBe(200)
    await service.stop()
  })

  // rules: Operations
  test("finishes the current response when it is stopped, and accepts no new request", async () => {
    const service = await startTestService({ databaseUrl })
    const release = await blockHighscores(service)
    const slow = service.get("/v1/highscores")
    const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and query like $1`
    await expect
      .poll(async () => (await blocker.query(waits, [`%"${service.schema}".%`])).rowCount)
      .toBe(1)
    const stopped = service.stop()
    await expect(fetch(`${service.origin}/healthz`)).rejects.toThrow()
    await release()
    const answer = await slow
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ count: 5 })
    await stopped
  })
})
