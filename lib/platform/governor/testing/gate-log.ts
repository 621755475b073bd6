import type { CallLog, TakeResult } from "../call-log"
import { noDemand } from "../governor"

const nothing: TakeResult = { ids: [], waitMs: 5, leavesMs: [], elsewhere: noDemand, calls: {} }

/** The same log, which gives nobody a call while it is shut; whoever waits gets one at once when it is opened. */
export function gateLog(log: CallLog) {
  const gate = { isShut: false }
  const gated: CallLog = {
    ...log,
    take: async (request) => (gate.isShut ? nothing : log.take(request)),
  }
  return { gate, gated }
}
