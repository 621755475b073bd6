import { join } from "node:path"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { loadPoints } from "@/lib/server/exports/testing/source-points"
import { startChild } from "@/scripts/child"
import { rounds } from "@/scripts/testing/rounds"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { changePoints } from "./testing/change-points"
import { digestRows } from "./testing/digest-rows"
import { configOf, isAtRest, openReplicaWorld } from "./testing/open-replica-world"
import { pointsOf, withSmallPages } from "./testing/small-pages"
import { type KillOrder, killStages } from "./testing/sync-until-killed"

/** Kills of each of the two instances, in each test. */
const roundCount = rounds({ test: killStages.length, deep: 15 })
const kills = 2 * roundCount
const pageRows = 100
const listsAtATime = 2
const listCount = 2 * listsAtATime
const maxPage = 3
/** Enough rows that no copy finishes before the last kill. */
const count = Math.ceil((kills * maxPage) / listCount + 6) * pageRows
const childFile = join(import.meta.dirname, "testing/sync-until-killed.ts")
const catalogue = withSmallPages(pageRows)
const points = pointsOf(catalogue)

let service: TestService
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl"), count: 0 })
}, 600_000)
afterAll(() => service.stop())

/** Runs a process until it kills itself at the given stage. */
async function killAt(order: KillOrder): Promise<void> {
  const child = startChild({
    name: "sync",
    arguments: ["--conditions=react-server", "--import", "tsx", childFile, JSON.stringify(order)],
    environment: {},
  })
  let isOverdue = false
  const timer = setTimeout(() => {
    isOverdue = true
    void child.kill()
  }, 300_000)
  const ended = await child.ended
  clearTimeout(timer)
  expect({ stage: order.stage, isOverdue, ended }).toEqual({
    stage: order.stage,
    isOverdue: false,
    ended: expect.stringContaining("SIGKILL"),
  })
}

const countCalls = () => service.lines.filter(({ operation }) => operation === points.id).length

const random = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T
const pages = Array.from({ length: maxPage }, (_, index) => index + 1)

async function openKillWorld() {
  const dataSets = await Promise.all(
    Array.from({ length: listCount }, () => loadPoints(service, count)),
  )
  const lists = dataSets.map((dataSetId) => ({ operation: points.id, parameters: { dataSetId } }))
  const [databaseUrl, config] = [inject("databaseUrl"), configOf(service.origin)]
  const observer = await openReplicaWorld({ databaseUrl, config, catalogue, rule: { max: 0 } })
  const { pool, schema, replica } = observer
  const shared = { databaseUrl, schema, config, leaseMs: 400, pageRows, max: listsAtATime }
  for (const list of lists) await replica.start(list)
  return {
    observer,
    dataSets,
    /** Runs two instances until each kills itself at a random stage. */
    async kill() {
      const killOne = () => killAt({ ...shared, stage: random(killStages), page: random(pages) })
      await Promise.all([killOne(), killOne()])
    },
    /**
     * Runs one instance until all runs end, and all re-checks after `change` if given. Returns the
     * newest runs.
     */
    async finish(change?: () => Promise<void>) {
      const world = await openReplicaWorld({ databaseUrl, config, catalogue, schema })
      for (const list of lists) await world.waitFor(list, isAtRest)
      await change?.()
      if (change) for (const list of lists) await world.recheck(list)
      await world.close()
      return Promise.all(lists.map(async (list) => (await replica.history(list))[0]))
    },
    async expectEqual() {
      for (const { parameters } of lists) {
        const copy = await digestRows(pool, schema, points, parameters)
        expect(copy).toEqual(await digestRows(pool, service.schema, points, parameters))
      }
    },
  }
}

test(`First copies killed ${kills} times equal their source and repeat at most one page of each running list per kill.`, async () => {
  const world = await openKillWorld()
  const before = countCalls()
  for (let round = 0; round < roundCount; round += 1) await world.kill()
  const runs = await world.finish()
  const calls = countCalls() - before
  for (const run of runs)
    expect(run).toMatchObject({ kind: "full", outcome: "done", rows: count, inserted: count })
  const read = runs.reduce((sum, run) => sum + (run?.pages ?? 0), 0)
  process.stdout.write(`${kills} kills: ${read} pages, ${calls} calls.\n`)
  expect(calls).toBeLessThanOrEqual(read + kills * listsAtATime)
  await world.expectEqual()
  await world.observer.close()
}, 3_600_000)

test(`Copies killed ${kills} times while their source changes equal it after a re-check.`, async () => {
  const world = await openKillWorld()
  const change = async (round: number) => {
    for (const dataSetId of world.dataSets) await changePoints(service, dataSetId, round)
  }
  for (let round = 0; round < roundCount; round += 1) {
    await change(round)
    await world.kill()
  }
  for (const run of await world.finish(() => change(roundCount))) {
    expect(run).toMatchObject({ kind: "recheck", outcome: "done" })
    expect((run?.inserted ?? 0) + (run?.deleted ?? 0)).toBeGreaterThan(0)
  }
  await world.expectEqual()
  await world.observer.close()
}, 3_600_000)
