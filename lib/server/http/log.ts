import "server-only"
import { type DestinationStream, pino } from "pino"
import { instanceName } from "./instance-name"

/** What may be written to the log; no queries, bodies, tokens or addresses. */
export interface LogEntry {
  readonly requestId?: string
  /** As the request brought it. */
  readonly traceparent?: string
  /** A digest under the dashboard's secret of whoever asked: never a name or an id. */
  readonly person?: string
  /** What happened, by its kind in the audit. */
  readonly event?: string
  /** How that ended: `done`, `failed` or `refused`; of an index also `begun` and `stopped`. */
  readonly outcome?: string
  readonly operation?: string
  readonly method?: string
  readonly status?: number
  readonly code?: string
  readonly reason?: string
  /** Where an answer came from: `live`, `cache` or `replica`. */
  readonly source?: string
  /** Who waited for a call of the platform: `person`, `export` or `sync`. */
  readonly lane?: string
  readonly durationMs?: number
  /** Name and places of an unknown error, without its message. */
  readonly error?: string
}

export interface Log {
  info(entry: LogEntry, message: string): void
  error(entry: LogEntry, message: string): void
}

/** Writes the lines of one turn of the event loop at once. */
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

/** JSON lines on standard output or the stream given, each with the instance that wrote it. */
export const createLog = (stream?: DestinationStream): Log =>
  pino(
    { base: { instance: instanceName } },
    stream ?? collectLines(pino.destination({ sync: true })),
  )

/** An error's name and stack without its message, which may quote data. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line))
  return [error.name, ...frames.slice(0, 10).map((line) => line.trim())].join(" ")
}
