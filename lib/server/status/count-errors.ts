import "server-only"
import { createRecentTally, type Tally } from "../../db"
import type { Log, LogEntry } from "../http/log"

/** Separates code and operation in a tally's name; neither contains it. */
const between = "\t"

/** The error code and the operation that failed. */
export interface CountedError {
  readonly code: string
  readonly operation: string
}

const nameOf = ({ code, reason, operation }: LogEntry, message: string) =>
  [code ?? reason ?? "internal", operation ?? message].join(between)

/** Parses a tally's name. */
export function readErrorName({ name }: Pick<Tally, "name">): CountedError {
  const [code = "internal", operation = ""] = name.split(between)
  return { code, operation }
}

/** Wraps the log to count failures by code; `read` returns those of the last hour. */
export function countErrors(log: Log, clock: () => number): { log: Log; read: () => Tally[] } {
  const tally = createRecentTally(clock)
  const add = (entry: LogEntry, message: string) => tally.add(nameOf(entry, message), 0, true)
  return {
    read: tally.read,
    log: {
      info: (entry, message) => log.info(entry, message),
      error(entry, message) {
        add(entry, message)
        log.error(entry, message)
      },
    },
  }
}
