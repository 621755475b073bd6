import "server-only"
import { type DestinationStream, pino } from "pino"
import { instanceName } from "./instance-name"

/** What may be logged: no queries, bodies, tokens or addresses. */
export interface LogEntry {
  readonly requestId?: string
  /** As received with the request. */
  readonly traceparent?: string
  /** The person's digest under the dashboard's secret: never a name or an id. */
  readonly person?: string
  /** The kind of the audit event. */
  readonly event?: string
  /**
   * The outcome of the event: `done`, `failed` or `refused`; for an index also `begun` and
   * `stopped`.
   */
  readonly outcome?: string
  readonly operation?: string
  readonly method?: string
  readonly status?: number
  readonly code?: string
  readonly reason?: string
  /** The source of an answer: `live`, `cache` or `replica`. */
  readonly source?: string
  /** The priority of a platform call: `person`, `export` or `sync`. */
  readonly lane?: string
  readonly durationMs?: number
  /** Name and stack of an unknown error, without its message. */
  readonly error?: string
}

export interface Log {
  info(entry: LogEntry, message: string): void
  error(entry: LogEntry, message: string): void
}

/** Combines the lines of one event-loop turn into a single write. */
function collectLines(output: DestinationStream): DestinationStream {
  let lines = ""
  function flush() {
    const collected = lines
    lines = ""
    if (collected !== "") output.write(collected)
  }
  process.on("exit", flush)
  return {
    write(line) {
      if (lines === "") setImmediate(flush)
      lines += line
    },
  }
}

/** Writes JSON lines to standard output or the given stream, each with the instance's name. */
export const createLog = (stream?: DestinationStream): Log =>
  pino(
    { base: { instance: instanceName } },
    stream ?? collectLines(pino.destination({ sync: true })),
  )

/** An error's name and stack, without its message, which may quote data. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line))
  return [error.name, ...frames.slice(0, 10).map((line) => line.trim())].join(" ")
}
