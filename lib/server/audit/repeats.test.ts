import { afterEach, expect, test, vi } from "vitest"
import type { Session } from "../../session"
import type { AuditEvent } from "./audit"
import { createRepeats } from "./repeats"

const person = (sub: string): Session => ({ sub, roles: ["hr"], expiresAt: 0 })
const refused = (operation: string, session?: Session): AuditEvent => ({
  kind: "refused",
  details: { operation, code: "forbidden" },
  session,
})

function open() {
  vi.useFakeTimers()
  const written: AuditEvent[] = []
  const repeats = createRepeats(async (event) => void written.push(event))
  const record = (event: AuditEvent) => {
    if (!repeats.count(event)) written.push(event)
  }
  return { written, repeats, record }
}
afterEach(() => {
  vi.useRealTimers()
})

test("The first of equal events is written at once; the rest of its minute as one event with a count.", async () => {
  const { written, record } = open()
  for (let at = 0; at < 1000; at += 1) record(refused("one", person("eva")))
  expect(written).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(written).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(written.map(({ details }) => details)).toEqual([
    { operation: "one", code: "forbidden" },
    { operation: "one", code: "forbidden", count: 999 },
  ])
  record(refused("one", person("eva")))
  expect(written).toHaveLength(3)
})

test("Events that differ in person, address or details are counted separately.", async () => {
  const { written, repeats, record } = open()
  for (let at = 0; at < 3; at += 1) {
    record(refused("one", person("eva")))
    record(refused("one", person("ben")))
    record(refused("two", person("eva")))
    record({ ...refused("one", person("eva")), address: "192.0.2.9" })
  }
  expect(written).toHaveLength(4)
  await repeats.flush()
  expect(written).toHaveLength(8)
})

test("Events without a session are counted together, whatever their addresses.", async () => {
  const { written, repeats, record } = open()
  for (let at = 0; at < 51; at += 1)
    record({ kind: "sign_in_failed", details: { code: "forged_form" }, address: `192.0.2.${at}` })
  expect(written).toHaveLength(1)
  await repeats.flush()
  expect(written).toHaveLength(2)
  expect(written[1]).toMatchObject({ details: { count: 50 }, address: "192.0.2.50" })
})

test("Name lookups write at most two rows a person in ten minutes, the second with a count.", async () => {
  const { written, record } = open()
  const lookUp = (count: number, session: Session): AuditEvent => ({
    kind: "names_looked_up",
    details: { requests: 1, count },
    session,
  })
  for (let at = 0; at < 30; at += 1) record(lookUp(at + 1, person("eva")))
  record(lookUp(1, person("ben")))
  expect(written).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(written.map(({ session, details }) => [session?.sub, details])).toEqual([
    ["eva", { requests: 1, count: 1 }],
    ["ben", { requests: 1, count: 1 }],
    ["eva", { requests: 29, count: 464 }],
  ])
})

test("A settings change is never counted as a repeat.", () => {
  const { repeats } = open()
  const event: AuditEvent = { kind: "small_groups_changed", details: { to: 5 } }
  for (let at = 0; at < 100; at += 1) expect(repeats.count(event)).toBe(false)
})
