import { expect, test } from "vitest"
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
  const time = { now: 0 }
  const written: AuditEvent[] = []
  const write = async (event: AuditEvent) => void written.push(event)
  const repeats = createRepeats({ clock: () => time.now, write })
  const record = (event: AuditEvent) => {
    if (!repeats.count(event)) written.push(event)
  }
  return { time, written, repeats, record }
}

test("of equal events the first is written at once, and those of its minute as one with their number", async () => {
  const { time, written, repeats, record } = open()
  for (let at = 0; at < 1000; at += 1) record(refused("one", person("eva")))
  expect(written).toHaveLength(1)
  time.now = 59_000
  await repeats.sweep()
  expect(written).toHaveLength(1)
  time.now = 60_000
  await repeats.sweep()
  expect(written.map(({ details }) => details)).toEqual([
    { operation: "one", code: "forbidden" },
    { operation: "one", code: "forbidden", count: 999 },
  ])
  record(refused("one", person("eva")))
  expect(written).toHaveLength(3)
})

test.each([
  ["a person", person("eva"), 21],
  ["all strangers together", undefined, 11],
])(
  "however different the events of %s are, they are few rows a minute",
  async (_, session, most) => {
    const { written, repeats, record } = open()
    for (let at = 0; at < 500; at += 1) record(refused(`operation-${at}`, session))
    record(refused("own", person("ben")))
    await repeats.flush()
    expect(written).toHaveLength(most + 1)
    expect(written.map(({ details }) => details)).toContainEqual({
      code: "more",
      count: 500 - most + 1,
    })
    for (let at = 0; at < 500; at += 1) record(refused(`operation-${at}`, session))
    await repeats.flush()
    expect(written).toHaveLength(2 * most + 1)
  },
)

test("names looked up are one row a person in ten minutes, by their number", async () => {
  const { time, written, repeats, record } = open()
  const lookUp = (count: number, session: Session): AuditEvent => ({
    kind: "names_looked_up",
    details: { requests: 1, count },
    session,
  })
  for (let at = 0; at < 30; at += 1) record(lookUp(20, person("eva")))
  record(lookUp(1, person("ben")))
  expect(written).toEqual([])
  time.now = 600_000
  await repeats.sweep()
  expect(written.map(({ session, details }) => [session?.sub, details])).toEqual([
    ["eva", { requests: 30, count: 600 }],
    ["ben", { requests: 1, count: 1 }],
  ])
})

test("what happens once is never counted", () => {
  const { repeats } = open()
  const event: AuditEvent = { kind: "small_groups_changed", details: { to: 5 } }
  for (let at = 0; at < 100; at += 1) expect(repeats.count(event)).toBe(false)
})
