import type { CallLog, TakenCalls } from "@/lib/db"

const nothing: TakenCalls = {
  granted: [],
  nextMs: 5,
  leavesMs: [],
  elsewhere: { person: 0, export: 0, sync: 0 },
  pausedMs: 0,
}

/**
 * The same log with a gate. While it is shut, no call is granted; waiting ones get theirs when it
 * opens.
 */
export function gateLog(log: CallLog) {
  const gate = { isShut: false }
  const gated: CallLog = {
    ...log,
    take: async (waiting) => (gate.isShut ? nothing : log.take(waiting)),
  }
  return { gate, gated }
}
