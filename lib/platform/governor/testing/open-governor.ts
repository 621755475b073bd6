import { randomUUID } from "node:crypto"
import type { CallLog } from "@/lib/db"
import { createGovernor, type GovernorOptions } from "../create-governor"
import type { Ticket } from "../governor"
import type { LogStore } from "./open-logs"

type Options = Partial<GovernorOptions> & Pick<GovernorOptions, "rule"> & { clientId?: string }

/** A governor on a new log, with its number of log requests and the names of its calls in order. */
export function openGovernor(store: LogStore, { clientId = randomUUID(), ...options }: Options) {
  const { rule } = options
  const log = store.open({ clientId, rule })
  const trips = { take: 0, read: 0 }
  const counting: CallLog = {
    ...log,
    take(request) {
      trips.take += 1
      return log.take(request)
    },
    read() {
      trips.read += 1
      return log.read()
    },
  }
  const governor = createGovernor({ log: counting, ...options })
  const made: string[] = []
  return {
    clientId,
    log,
    governor,
    trips,
    made,
    /** Makes a call that ends at once; its name is by default its person or priority. */
    call: (ticket: Ticket, name = ticket.person ?? ticket.priority) =>
      governor.run(ticket, async () => {
        made.push(name)
      }),
  }
}
