import { expect, test, vi } from "vitest"
import { createLog } from "../http/log"
import { createAudit } from "./service"
import type { AuditTable, NewAuditEvent } from "./table"

function open() {
  const state = { isDown: false }
  const rows: NewAuditEvent[] = []
  const lines: string[] = []
  const table: Omit<AuditTable, "prepare"> = {
    async add(event) {
      if (state.isDown) throw new Error("The database is away.")
      rows.push(event)
    },
    read: async () => ({ events: [], next: null }),
    makePartitions: async () => {},
  }
  const log = createLog({ write: (line) => void lines.push(line) })
  const audit = createAudit({
    table,
    instance: "machine:1",
    nameOf: (subject) => `digest of ${subject.length}`,
    clock: Date.now,
    log,
  })
  return { audit, state, rows, lines }
}

test("what cannot be written is held and written later, in its order; what is beyond that is counted", async () => {
  vi.useFakeTimers()
  const { audit, state, rows, lines } = open()
  state.isDown = true
  for (let to = 1; to <= 1003; to += 1)
    await audit.record({ kind: "small_groups_changed", details: { to } })
  expect(rows).toEqual([])
  expect(lines.filter((line) => line.includes('"msg":"audit"'))).toHaveLength(1003)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(rows).toEqual([])
  state.isDown = false
  await vi.advanceTimersByTimeAsync(6_000)
  expect(rows).toHaveLength(1001)
  expect(rows.slice(0, 2).map(({ details }) => details)).toEqual([{ to: 1 }, { to: 2 }])
  expect(rows.at(-1)).toMatchObject({ kind: "events_left_out", details: { count: 3 } })
  await audit.stop()
  vi.useRealTimers()
})

test("what has to be written first throws where it cannot be", async () => {
  const { audit, state } = open()
  state.isDown = true
  await expect(audit.require({ kind: "signed_in", details: {} })).rejects.toThrow("away")
  await audit.stop()
})

test("details that its kind does not have are not written, and the log says so", async () => {
  const { audit, rows, lines } = open()
  const details = { to: 5, text: "of somebody's own" }
  await audit.record({ kind: "small_groups_changed", details })
  const code = { code: "a text with spaces" }
  await audit.record({ kind: "batch_changed", details: { batch: "none", action: code.code } })
  expect(rows).toEqual([])
  expect(lines.join("")).not.toContain("of somebody's own")
  await audit.stop()
})

test("lines of the log name nobody, and what is counted at the end is written when it stops", async () => {
  const { audit, rows, lines } = open()
  const session = { sub: "eva", name: "Eva Lund", email: "eva@firm.test", roles: ["hr"] } as const
  const details = { operation: "x", code: "forbidden", permission: "kpis:read" }
  for (let at = 0; at < 3; at += 1)
    await audit.record({ kind: "refused", outcome: "refused", details, session })
  expect(lines).toHaveLength(3)
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    event: "refused",
    outcome: "refused",
    person: "digest of 3",
    code: "forbidden",
    reason: "kpis:read",
  })
  expect(lines.join("")).not.toMatch(/Eva|eva/)
  await audit.stop()
  expect(rows.map((row) => row.details)).toEqual([details, { ...details, count: 2 }])
})
