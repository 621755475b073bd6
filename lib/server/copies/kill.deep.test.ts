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

/** In each of the two tests, once at each stage at least. */
const kills = rounds({ test: killStages.length, deep: 20 })
const pageRows = 100
/** One page more than all kills can bring. */
const count = kills * 2 * pageRows + 5 * pageRows
const childFile = join(import.meta.dirname, "testing/sync-until-killed.ts")
const catalogue = withSmallPages(pageRows)
const points = pointsOf(catalogue)

let service: TestService
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl"), count: 0 })
}, 600_000)
afterAll(() => service.stop())

/** Runs a process to the stage at which it kills itself. */
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

async function openKillWorld() {
  const dataSetId = await loadPoints(service, count)
  const [databaseUrl, config] = [inject("databaseUrl"), configOf(service.origin)]
  const observer = await openReplicaWorld({ databaseUrl, config, catalogue, rule: { max: 0 } })
  const list = { operation: points.id, parameters: { dataSetId } }
  const { pool, schema, replica } = observer
  const shared = { databaseUrl, schema, config, leaseMs: 400, pageRows }
  await replica.start(list)
  return {
    observer,
    replica,
    list,
    dataSetId,
    kill: (round: number) => {
      const stage = killStages[round % killStages.length] ?? "token"
      return killAt({ ...shared, stage, page: 2 })
    },
    /** Lets a process that nobody kills go on to the end of the run, and of a re-check after `change` where there is one. */
    async finish(change?: () => Promise<void>) {
      const world = await openReplicaWorld({ databaseUrl, config, catalogue, schema })
      await world.waitFor(list, isAtRest)
      if (change) {
        await change()
        await world.recheck(list)
      }
      await world.close()
    },
    copy: () => digestRows(pool, schema, points, { dataSetId }),
    source: () => digestRows(pool, service.schema, points, { dataSetId }),
  }
}

test(`A first copy that is killed ${kills} times at five stages ends equal to its source, with at most one page read again for each kill.`, async () => {
  const world = await openKillWorld()
  const before = countCalls()
  for (let round = 0; round < kills; round += 1) await world.kill(round)
  await world.finish()
  const calls = countCalls() - before
  const [run] = await world.replica.history(world.list)
  expect(run).toMatchObject({ kind: "full", outcome: "done", rows: count, inserted: count })
  expect(calls).toBeLessThanOrEqual((run?.pages ?? 0) + kills)
  expect(await world.copy()).toEqual(await world.source())
  process.stdout.write(`${kills} kills: ${run?.pages} pages, ${calls} calls.\n`)
  await world.observer.close()
}, 3_600_000)

test(`A copy that is killed ${kills} times while its source changes is equal to it after a re-check.`, async () => {
  const world = await openKillWorld()
  for (let round = 0; round < kills; round += 1) {
    await changePoints(service, world.dataSetId, round)
    await world.kill(round)
  }
  await world.finish(() => changePoints(service, world.dataSetId, kills))
  const [run] = await world.replica.history(world.list)
  expect(run).toMatchObject({ kind: "recheck", outcome: "done" })
  expect((run?.inserted ?? 0) + (run?.deleted ?? 0)).toBeGreaterThan(0)
  expect(await world.copy()).toEqual(await world.source())
  await world.observer.close()
}, 3_600_000)
