/** What two programs tell each other of a trace, as the headers of these names (W3C Trace Context). */
export interface TraceContext {
  readonly traceparent: string
  readonly tracestate?: string
}

const parentPattern = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/
/** Members `key=value` of printable signs, as the recommendation has them. */
const statePattern =
  /^[a-z0-9][a-z0-9_\-*/@]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{1,256}(?:[ \t]*,[ \t]*[a-z0-9][a-z0-9_\-*/@]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{1,256})*$/
/** What every program must pass on at least, and the most that this one does. */
const maxStateLength = 512
const maxStateMembers = 32

const isState = (text: string) =>
  text.length <= maxStateLength &&
  text.split(",").length <= maxStateMembers &&
  statePattern.test(text)

/** The trace that a request belongs to by its headers; undefined where it names none, or not in the form of version 00. A `tracestate` of another form is left out. */
export function readTraceContext(
  header: (name: "traceparent" | "tracestate") => string | null | undefined,
): TraceContext | undefined {
  const traceparent = header("traceparent")
  if (!traceparent || !parentPattern.test(traceparent)) return undefined
  const tracestate = header("tracestate")
  return tracestate && isState(tracestate) ? { traceparent, tracestate } : { traceparent }
}

/** The parts of a `traceparent` that has been read. */
export function splitTraceparent(traceparent: string) {
  const [, traceId = "", spanId = "", flags = "00"] = traceparent.split("-")
  return { traceId, spanId, flags: Number.parseInt(flags, 16) & 1 }
}
