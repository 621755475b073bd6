import { expect, test } from "vitest"
import { createLog } from "../http/log"
import { createAudit } from "./service"
import type { AuditTable, NewAuditEvent } from "./table"

function open() {
  const state = { isDown: false }
  const rows: NewAuditEvent[] = []
  const lines: string[] = []
  const table: AuditTable = {
    async add(event) {
      if (state.isDown) throw new Error("The database is away.")
      rows.push(event)
    },
    read: async () => ({ events: [], next: null }),
  }
  const log = createLog({ write: (line) => void lines.push(line) })
  const audit = createAudit({
    table,
    instance: "machine:1",
    nameOf: (subject) => `digest of ${subject.length}`,
    log,
  })
  return { audit, state, rows, lines }
}

test("A failed write is logged as an error, and later events are written.", async () => {
  const { audit, state, rows, lines } = open()
  state.isDown = true
  await audit.record({ kind: "small_groups_changed", details: { to: 1 } })
  state.isDown = false
  await audit.record({ kind: "small_groups_changed", details: { to: 2 } })
  expect(rows.map(({ details }) => details)).toEqual([{ to: 2 }])
  expect(
    lines.map((line) => JSON.parse(line)).map(({ msg, code, event }) => [msg, code ?? event]),
  ).toEqual([
    ["security", "small_groups_changed"],
    ["audit", "small_groups_changed"],
    ["security", "small_groups_changed"],
  ])
})

test("require() rejects if the event cannot be written.", async () => {
  const { audit, state } = open()
  state.isDown = true
  await expect(audit.require({ kind: "signed_in", details: {} })).rejects.toThrow("away")
  await audit.stop()
})

test("An event whose details do not fit its kind is not written, and its text is not logged.", async () => {
  const { audit, rows, lines } = open()
  const details = { to: 5, text: "of somebody's own" }
  await audit.record({ kind: "small_groups_changed", details })
  const code = { code: "a text with spaces" }
  await audit.record({ kind: "batch_changed", details: { batch: "none", action: code.code } })
  expect(rows).toEqual([])
  expect(lines.join("")).not.toContain("of somebody's own")
  await audit.stop()
})

test("Log lines contain no name, and stop() writes pending counts.", async () => {
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
