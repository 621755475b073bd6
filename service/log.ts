import { type DestinationStream, type Logger, pino } from "pino"

export type ServiceLog = Logger

/** One logged request. Has only these fields, so that no token, filter value or body is logged. */
export interface RequestLine {
  readonly requestId?: string
  /** As received. */
  readonly traceparent?: string
  readonly method: string
  /**
   * The operation's id, or another name: "identity", "health". Never the path, which contains ids.
   */
  readonly operation: string
  readonly status: number
  readonly ms: number
  readonly clientId?: string
}

/** An error without what a driver may attach to it, such as a row's values. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack } = error
  return { type: name, message, stack, ...("code" in error && { code: error.code }) }
}

/**
 * Standard output. Writes the lines of one turn of the event loop together, and flushes when the
 * process ends.
 */
function openStandardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true })
  let lines = ""
  let hasBegun = false
  const flush = () => {
    const text = lines
    lines = ""
    if (text) output.write(text)
  }
  return {
    write(line) {
      if (!hasBegun) process.once("exit", flush)
      hasBegun = true
      if (!lines) setImmediate(flush)
      lines += line
    },
  }
}

/** JSON lines on standard output, or on `destination`. */
export const createServiceLog = (
  level: string,
  destination: DestinationStream = openStandardOutput(),
): ServiceLog =>
  pino({ level, base: { program: "service" }, serializers: { err: describeError } }, destination)

/** Rounds to a tenth of a millisecond, as durations are logged. */
export const roundMs = (ms: number): number => Math.round(ms * 10) / 10

export const logRequest = (log: ServiceLog, line: RequestLine): void =>
  log[line.status >= 500 ? "error" : "info"](line, "request")
