import { setTimeout as delay } from "node:timers/promises"
import { expect, test } from "vitest"
import { openPool } from "@/lib/db"
import { rounds } from "@/scripts/testing/rounds"
import { type EditReport, startEditLoad } from "./testing/edit-load"
import { type KillableStack, startKillableStack } from "./testing/killable-stack"

const writers = 8

type Kill = (stack: KillableStack) => Promise<void> | void

const kills: readonly Kill[] = [
  (stack) => stack.killService(),
  (stack) => stack.killPostmaster(),
  (stack) => stack.killBackend(),
  (stack) => stack.killEverything(),
]

const times = rounds({ test: kills.length, deep: 12 })

/**
 * Waits until more edits are acknowledged, so that each kill is under load, then for a random time.
 */
async function awaitMoment(report: EditReport): Promise<void> {
  const before = report.acknowledged
  await expect.poll(() => report.acknowledged, { interval: 10 }).toBeGreaterThan(before + writers)
  await delay(Math.random() * 300)
}

async function countStrayParents(databaseUrl: string): Promise<unknown> {
  const pool = openPool(databaseUrl, { max: 1 })
  const { rows } = await pool.query(
    `select count(*)::int as number from reporting.department as child
     where parent_id is not null
       and not exists (select from reporting.department where id = child.parent_id)`,
  )
  await pool.end()
  return rows[0]?.number
}

test.skipIf(process.platform === "win32")(
  "kill -9 of service and database under load loses no acknowledged edit and applies none partly",
  { timeout: 60_000 + times * 30_000 },
  async () => {
    const stack = await startKillableStack()
    try {
      const load = await startEditLoad(stack.origin, writers)
      for (let round = 0; round < times; round++) {
        await awaitMoment(load.report)
        await kills[round % kills.length]?.(stack)
        await stack.recover()
      }
      await awaitMoment(load.report)
      const report = await load.stop()
      console.info(JSON.stringify({ kills: times, ...report }))
      expect(report).toMatchObject({ lost: [], half: [], wentBack: [] })
      expect(report.acknowledged).toBeGreaterThan(times * writers)
      expect(await countStrayParents(stack.databaseUrl)).toBe(0)
    } finally {
      expect(await stack.stop()).toEqual([])
    }
  },
)
