import { afterAll, expect, test } from "vitest"
import type { TakeResult } from "./call-log"
import { personShare, type QuotaRule, quotaRule } from "./governor"
import { openInstances } from "./testing/open-instances"
import { openLogs } from "./testing/open-logs"

const rule = { limit: 4, windowMs: 1000, inFlightMs: 200 }
const whole = rule.windowMs + rule.inFlightMs

/** Refused for so long; who was served last asks a little later than others who wait. */
function expectRefusal({ ids, waitMs }: TakeResult, ms: number) {
  expect(ids).toEqual([])
  expect(waitMs).toBeGreaterThanOrEqual(ms)
  expect(waitMs).toBeLessThanOrEqual(ms + 40)
}

const store = await openLogs()
afterAll(() => store.stop())

const open = (overrides: Partial<QuotaRule> = {}) => {
  const { clientId, advance, open } = openInstances(store, { ...rule, ...overrides })
  return { clientId, advance, open, one: open(), two: open(), three: open() }
}

// rules: Rate limit 3
test("of more calls than the limit exactly the limit is taken, through whichever instance", async () => {
  const { one, two, three } = open()
  const takings = await Promise.all([one, two, three].map((log) => log.want("person", 3)))
  expect(takings.flatMap(({ ids }) => ids)).toHaveLength(4)
  expect(new Set(takings.flatMap(({ ids }) => ids)).size).toBe(4)
  expectRefusal(await one.want("person"), rule.windowMs)
})

// rules: Slots
test("a call that has ended counts for one window from then on, one whose end is unknown for its time in flight longer", async () => {
  const { one, two, advance } = open({ limit: 2 })
  const { ids } = await one.want("person", 2)
  advance(100)
  await two.endCall(ids[0] ?? "")
  await two.endCall("no such call")
  advance(999)
  expect(await two.want("person")).toMatchObject({ ids: [], waitMs: 1, leavesMs: [1, 101] })
  advance(1)
  expect((await one.want("person", 2)).ids).toHaveLength(1)
  advance(99)
  expect((await one.want("person")).ids).toHaveLength(0)
  advance(1)
  expect((await one.want("person")).ids).toHaveLength(1)
})

test("ending a call late or twice makes it count no longer", async () => {
  const { one, advance } = open({ limit: 1 })
  const [id = ""] = (await one.want("person")).ids
  advance(50)
  await one.endCall(id)
  advance(900)
  await one.endCall(id)
  advance(100)
  expect((await one.want("person")).ids).toHaveLength(1)
})

test("a call that was given back counts no longer, and is not taken for a lost one", async () => {
  const { one, two } = open({ limit: 1 })
  const [id = ""] = (await one.want("person")).ids
  await two.giveBack(id)
  await two.giveBack(id)
  expect((await two.want("person")).ids).toHaveLength(1)
})

// rules: Rate limit 4
test("after a pause nobody calls, of several the longest counts, and reading returns it", async () => {
  const { one, two, advance } = open()
  await one.pause(5000)
  await two.pause(300)
  expect(await two.want("person")).toMatchObject({ ids: [], waitMs: 5000 })
  expect(await two.read()).toMatchObject({ pausedMs: 5000, freeInMs: 5000 })
  advance(5000)
  expect((await one.want("person")).ids).toHaveLength(1)
  expect(await two.read()).toMatchObject({ pausedMs: 0, freeInMs: 0 })
})

test("the log is kept for whoever opens it again, and each client id has its own", async () => {
  const { one, open: reopen } = open({ limit: 1 })
  await one.want("person")
  expect((await reopen().want("person")).ids).toHaveLength(0)
  expect((await open({ limit: 1 }).one.want("person")).ids).toHaveLength(1)
})

test("reading returns the calls by priority, who waits elsewhere, and when a person's call could go", async () => {
  const { one, two, three } = open({ limit: 3 })
  await one.want("export")
  await one.want("person", 4)
  await two.reportDemand({ export: 2, sync: 1 })
  expect(await three.read()).toEqual({
    used: { person: 2, export: 1, sync: 0 },
    waiting: { person: 2, export: 2, sync: 1 },
    freeInMs: 1000,
    pausedMs: 0,
  })
  expect((await two.read()).waiting).toEqual({ person: 2, export: 0, sync: 0 })
})

test("where a person or an export waits at another instance, lower priorities yield, though there is room", async () => {
  const { one, two, advance } = open()
  await one.reportDemand({ person: 1 })
  for (const priority of ["export", "sync"] as const)
    expect(await two.want(priority)).toMatchObject({ ids: [], elsewhere: { person: 1 } })
  await one.reportDemand({ export: 1 })
  expect((await two.want("sync")).ids).toHaveLength(0)
  expect((await two.want("export")).ids).toHaveLength(1)
  expect((await two.want("person")).ids).toHaveLength(1)
  await one.reportDemand({ sync: 1 })
  advance(900)
  expect((await two.want("sync")).ids).toHaveLength(1)
})

test("an instance that waits and then falls silent is waited for a second, no longer", async () => {
  const { one, two, advance } = open()
  await one.reportDemand({ person: 1 })
  advance(999)
  expect(await two.want("sync")).toMatchObject({ ids: [], waitMs: 100 })
  advance(1)
  expect((await two.want("sync")).ids).toHaveLength(1)
})

// rules: Rate limit 5
test("while a person called within the window, exports and sync together hold half; then they may have all", async () => {
  const { one, two, advance } = open()
  const [id = ""] = (await one.want("person")).ids
  await one.endCall(id)
  expect((await one.want("export")).ids).toHaveLength(1)
  expect(await two.want("sync", 2)).toMatchObject({ ids: [], waitMs: 500 })
  advance(500)
  expect((await two.want("sync", 2)).ids).toHaveLength(1)
  expect(await two.want("sync")).toMatchObject({ ids: [], waitMs: 500 })
  expect((await two.want("person", 2)).ids).toHaveLength(1)
  advance(1000)
  expect((await two.want("sync")).ids).toHaveLength(1)
  advance(400)
  expect((await two.want("sync")).ids).toHaveLength(1)
  expect((await two.read()).used).toEqual({ person: 0, export: 0, sync: 2 })
})

test("a call as urgent as a person's for which none waits is no sign of a person", async () => {
  const { one, two, advance } = open()
  await two.reportDemand({ sync: 1 })
  expect((await one.wantUnattended()).ids).toHaveLength(1)
  advance(250)
  expect((await two.want("sync")).ids).toHaveLength(1)
  expect(await two.want("sync")).toMatchObject({ ids: [], waitMs: 475 })
  await one.reportDemand({ person: 2, unattended: 1 })
  await one.reportDemand({})
  expect(await two.want("sync")).toMatchObject({ ids: [], waitMs: 500 })
})

test("a copy that is alone takes at most a twentieth longer than its calls at the limit's pace, its token included", async () => {
  const [calls, quota] = [60, { limit: 20, windowMs: 12_000, inFlightMs: 3000 }]
  const { one, advance } = open(quota)
  const [token = ""] = (await one.wantUnattended()).ids
  await one.endCall(token)
  let tookMs = 0
  const pass = (ms: number) => {
    tookMs += ms
    advance(ms)
  }
  for (let made = 0; made < calls; ) {
    const { ids, waitMs } = await one.want("sync")
    pass(ids.length > 0 ? 30 : waitMs)
    for (const id of ids) await one.endCall(id)
    made += ids.length
  }
  expect(tookMs / ((calls / quota.limit) * quota.windowMs)).toBeLessThanOrEqual(1.05)
})

// rules: Rate limit 6
test("while a person called within the window, exports and sync leave a fifth of the calls free", async () => {
  const { one, two, advance } = open({ limit: 30, inFlightMs: 0 })
  await one.want("person", 12)
  for (let time = 0; time < 990; time += 10) {
    advance(10)
    await two.want("sync", 5)
  }
  expect((await two.read()).used).toEqual({ person: 12, export: 0, sync: 12 })
  expectRefusal(await two.want("export"), 10)
  expect((await one.want("person", 6)).ids).toHaveLength(6)
})

// rules: Rate limit 7
test("in the background a tenth goes at once, the rest is spread until the first leave", async () => {
  const { one, advance } = open({ limit: 20, inFlightMs: 0, reserved: 2 })
  expect((await one.want("export", 10)).ids).toHaveLength(2)
  const times: number[] = []
  for (let time = 0; time < 1000; time += 10) {
    if ((await one.want("sync")).ids.length > 0) times.push(time)
    advance(10)
  }
  const gaps = times.map((time, index) => time - (times[index - 1] ?? 0))
  expect(times.length).toBeGreaterThanOrEqual(16)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(50)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(70)
})

// rules: Rate limit 7
test("what is reserved for the background no person can take while it waits, and it goes before those who wait", async () => {
  const { one, two, advance } = open({ limit: 20, inFlightMs: 0, reserved: 2 })
  expect((await one.want("person", 5)).ids).toHaveLength(5)
  await two.reportDemand({ sync: 1 })
  expect((await one.want("person", 30)).ids).toHaveLength(13)
  expect(await one.read()).toMatchObject({ freeInMs: 1000 })
  expect((await two.want("sync", 5)).ids).toHaveLength(1)
  expect((await two.want("sync")).ids).toEqual([])
  advance(400)
  expect((await two.want("export")).ids).toHaveLength(1)
  expect((await two.want("sync")).ids).toEqual([])
  expectRefusal(await one.want("person"), 600)
  expect((await two.read()).used).toEqual({ person: 18, export: 1, sync: 1 })
})

test("of what is reserved exports take before copies, and nothing is kept free where nothing waits", async () => {
  const { one, two, three } = open({ limit: 20, inFlightMs: 0, reserved: 2 })
  await three.reportDemand({ export: 1 })
  expect((await one.want("person", 30)).ids).toHaveLength(18)
  expect((await two.want("sync")).ids).toEqual([])
  expect((await three.want("export")).ids).toHaveLength(1)
  await three.reportDemand({})
  await two.reportDemand({})
  expect((await one.want("person", 30)).ids).toHaveLength(1)
})

// rules: Rate limit 7
test("beyond half of the calls each person's share is what there is for everybody, divided", async () => {
  const { one, two } = open({ limit: 60, reserved: 6 })
  const people = Array.from({ length: 12 }, (_, index) => `${index}`)
  const early = await one.wantFor(
    people.flatMap((each) => [each, each]),
    6,
  )
  expect([early.ids.length, early.share]).toEqual([24, 6])
  const greedy = await two.wantFor(Array(6).fill("0"), 6)
  expect(greedy.calls).toEqual({ "0": 6 })
  expect((await one.wantFor(["1", "1", "1"], 6)).share).toBe(5)
  const late = await two.wantFor(Array(6).fill("late"), 6)
  expect([late.ids.length, late.share]).toEqual([5, 5])
})

test("who comes back finds a free call within a second, though the background used all it could get", async () => {
  const defaultRule = quotaRule(100)
  if (!defaultRule) throw new Error("There is no rule.")
  const { one, two, advance } = open({ ...defaultRule, inFlightMs: 0 })
  const freeInMs: number[] = []
  let taken = 0
  for (let time = 0; time < 152_000; ) {
    const { ids, waitMs } = await one.want("sync", 20)
    if (time > 122_000) taken += ids.length
    if (time > 20_000) freeInMs.push((await two.read()).freeInMs)
    const step = Math.max(waitMs, 1)
    time += step
    advance(step)
  }
  expect(Math.max(...freeInMs)).toBeLessThan(1000)
  expect(taken).toBeGreaterThanOrEqual(Math.floor((defaultRule.limit * 30) / 61) - 2)
})

const floods = [4, 10, 95].flatMap((limit) => [1, 3].map((count) => [limit, count] as const))
// rules: Rate limit 6
test.each(floods)(
  "of %i calls through %i instances one person's 200 leave half of them to everybody else's shares",
  async (limit, count) => {
    const { one, two, three, advance } = open({ limit })
    const logs = [one, two, three].slice(0, count)
    const share = personShare({ limit })
    const otherCount = Math.max(1, Math.floor(limit / 2 / share) - 1)
    const others = Array.from({ length: otherCount }, (_, index) => `${index}`)
    const flood = async () => {
      for (const log of logs) await log.wantFor(Array(200).fill("flood"), share)
    }
    await flood()
    for (let call = 0; call < share; call++)
      for (const [index, other] of others.entries()) {
        const { ids } = (await logs[index % count]?.wantFor([other], share)) ?? {}
        expect(ids).toHaveLength(1)
        advance(1)
        await flood()
      }
  },
)

// rules: Rate limit 6
test("a person alone gets their share at once, the rest one by one, and over the windows all of it", async () => {
  const { one, advance } = open({ limit: 20, inFlightMs: 0 })
  const first = await one.wantFor(Array(20).fill("a"), 4)
  expect(first.ids).toHaveLength(5)
  expect(first.calls).toEqual({ a: 5 })
  let taken = 5
  for (let time = 0; time < 5000; ) {
    const { ids, waitMs } = await one.wantFor(Array(20).fill("a"), 4)
    taken += ids.length
    const step = Math.max(waitMs, 1)
    time += step
    advance(step)
  }
  expect(taken).toBeGreaterThanOrEqual(95)
})

test("who has had their share may have what the others' shares leave, and their own again when it has left", async () => {
  const { one, two, advance } = open({ limit: 6, inFlightMs: 0 })
  for (const other of ["b", "c"]) await two.wantFor([other], 2)
  const { ids, calls } = await one.wantFor(["a", "a", "a"], 2)
  expect(ids).toHaveLength(2)
  expect(calls).toEqual({ a: 2 })
  advance(999)
  expect(await one.wantFor(["a", "b"], 2)).toMatchObject({
    ids: [],
    waitMs: 1,
    calls: { a: 2, b: 1 },
  })
  expect((await two.wantFor(["b", "c"], 2)).ids).toHaveLength(2)
  advance(1)
  expect((await one.wantFor(["a", "a"], 2)).ids).toHaveLength(2)
})

test("however many others there are, half of the calls are kept for their shares and no more", async () => {
  const { one, two, advance } = open({ limit: 20, inFlightMs: 0 })
  const others = ["b", "c", "d", "e", "f", "g"]
  for (const other of others) await two.wantFor([other], 3)
  for (let time = 0; time < 990; time += 10) {
    advance(10)
    await one.wantFor(["a"], 3)
  }
  expect((await one.wantFor(["a"], 3)).calls).toEqual({ a: 9 })
  expect((await two.wantFor(others, 3)).ids).toHaveLength(5)
})

test("others who go on asking as they have done find a call, though one person takes all that they leave", async () => {
  const { one, two, advance } = open({ limit: 60, inFlightMs: 0 })
  const refused: number[] = []
  for (let time = 0; time < 3000; time += 10) {
    const other = `${(time / 30) % 30}`
    if (time % 30 === 0 && (await two.wantFor([other], 6)).ids.length === 0) refused.push(time)
    await one.wantFor(["a"], 6)
    advance(10)
  }
  expect(refused).toEqual([])
  expect((await two.read()).used.person).toBeGreaterThan(50)
})

test("nobody yields to a person over their share, and reading counts them as persons", async () => {
  const { one, two, three, advance } = open({ limit: 10 })
  await one.reportDemand({ person: 3, overShare: 3 })
  expect((await two.want("export")).ids).toHaveLength(1)
  advance(130)
  await one.reportDemand({ person: 3, overShare: 3 })
  expect((await two.want("sync")).ids).toHaveLength(1)
  expect((await three.wantFor(["a"], 1)).ids).toHaveLength(1)
  expect(await three.read()).toMatchObject({
    used: { person: 1, export: 1, sync: 1 },
    waiting: { person: 3, export: 0, sync: 0 },
  })
  await one.reportDemand({ person: 1 })
  expect(await two.wantFor(["a"], 1)).toMatchObject({ ids: [], elsewhere: { person: 1 } })
  expect((await two.wantFor(["b"], 1)).ids).toHaveLength(1)
})

test("instances that wait in one priority are served round robin, whichever requests first", async () => {
  const { one, two, three, advance } = open({ limit: 1, inFlightMs: 0 })
  const logs = [one, two, three]
  const due = [0, 0, 0]
  const served: number[] = []
  for (const log of logs) await log.reportDemand({ person: 9 })
  for (let time = 0; time < 9200; time += 5) {
    for (const [index, log] of logs.entries()) {
      if (time < (due[index] ?? 0)) continue
      const { ids, waitMs } = await log.want("person", 9)
      if (ids.length > 0) served.push(index)
      due[index] = time + waitMs
    }
    advance(5)
  }
  expect(served).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2, 0].slice(0, served.length))
  expect(served.length).toBeGreaterThanOrEqual(8)
})

// rules: First start
test("a log that is lost is known by those who knew it: nobody calls until the lost calls have left", async () => {
  const { one, two, advance, clientId } = open()
  await one.want("person", 4)
  await store.lose(clientId)
  expect((await two.want("person")).ids).toHaveLength(1)
  expectRefusal(await one.want("person"), whole)
  expectRefusal(await two.want("person"), whole)
  advance(whole)
  expect((await one.want("person")).ids).toHaveLength(1)
})

// rules: First start
test("a log that went back to an older copy is noticed by its number", async () => {
  const { one, advance, clientId } = open()
  await one.want("person", 4)
  await store.rewind(clientId)
  expectRefusal(await one.want("person"), whole)
  advance(whole)
  expect((await one.want("person")).ids).toHaveLength(1)
})

// rules: Clock
test("a database's clock that is set back by hours makes nobody wait for hours", async () => {
  const { one, two, advance } = open({ limit: 2 })
  await one.want("sync", 1)
  await one.want("person", 1)
  await two.pause(700)
  advance(-5 * 3_600_000)
  expect(await one.want("person")).toMatchObject({ ids: [], waitMs: rule.windowMs })
  advance(whole)
  expect((await one.want("sync", 2)).ids).toHaveLength(1)
})
