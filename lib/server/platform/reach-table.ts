import "server-only"
import { isOverdue } from "../../db"
import { describeError, type Log } from "../http/log"
import { BffError, isBffError } from "../http/problem"
import { prepareOnce } from "../reads/prepared"

type Method = (...given: unknown[]) => Promise<unknown>

/**
 * The same table, made when it is first used. Where it cannot be reached its methods throw
 * `shared_state_unavailable` (503), where it takes too long `took_too_long` (503), and the log has a line;
 * what a caller's own work throws passes.
 * All methods of a table answer promises, and none needs `this`.
 */
export function reachTable<T extends { prepare(): Promise<void> }>(table: T, log: Log): T {
  const ready = prepareOnce(() => table.prepare())
  const reach =
    (method: Method): Method =>
    (...given) =>
      ready()
        .then(() => method(...given))
        .catch((error: unknown) => {
          if (isBffError(error)) throw error
          log.error({ code: "table", error: describeError(error) }, "table")
          if (isOverdue(error)) throw new BffError("took_too_long")
          throw new BffError("shared_state_unavailable", { retryAfter: 5 })
        })
  const methods = Object.entries(table).map(([name, method]) => [name, reach(method as Method)])
  return Object.fromEntries(methods) as T
}
