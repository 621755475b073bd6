import type { ProblemCode } from "../../../contract/problems"
import type { FaultProxy } from "./fault-proxy"
import type { NameServer } from "./name-server"
import * as faults from "./platform-faults"

/** The parts that a fault can break. */
export interface FaultPoints {
  readonly proxy: FaultProxy
  readonly names: NameServer
  /** The connection to the database. Both resolve once the loss has been noticed. */
  readonly server: { cut(): Promise<unknown>; silence(): Promise<unknown> }
}

/** A fault and the expected responses to it. */
export interface Fault {
  readonly name: string
  /** `https` and `name` need another address of the platform. */
  readonly setting?: "https" | "name"
  begin(points: FaultPoints): unknown
  /**
   * What a person without cached data gets: the response, or a problem with its retry time in
   * seconds.
   */
  readonly person: "answer" | ProblemCode
  readonly retryAfter?: number | "about 5"
  /** What a person gets who requests newer data than the cached response. */
  readonly kept: "answer" | "kept" | "problem"
  /** The most calls that one read may cost. */
  readonly calls: number
  /**
   * Its outcome depends on deadlines: these are shortened too, and all requests meet it at once.
   */
  readonly timed?: boolean
  /**
   * What stops a traversal. It resumes at its last page, or at its last record if that page has
   * expired.
   */
  readonly traversal: "answer" | ProblemCode
}

type Row = Omit<Fault, "name" | "begin">

const failing = (code: ProblemCode, calls: number): Row => ({
  person: code,
  traversal: code,
  calls,
  kept: "kept",
})
const passing = (calls: number): Row => ({
  person: "answer",
  traversal: "answer",
  calls,
  kept: "answer",
})

const script = (of: (points: FaultPoints) => FaultProxy["script"]) => (points: FaultPoints) => {
  points.proxy.script = of(points)
}
const always = (found: FaultProxy["script"]) => script(() => found)

const limited = { ...failing("upstream_rate_limited", 3), timed: true } as const
const unreachable = failing("upstream_unreachable", 3)
const invalid = failing("upstream_invalid", 1)
const late = { ...failing("upstream_timeout", 1), timed: true } as const
const withoutState = {
  ...failing("shared_state_unavailable", 0),
  kept: "problem",
  retryAfter: 5,
} as const

const hideNames = ({ names, proxy }: FaultPoints) => {
  names.known = false
  proxy.dropAll()
}
const speakPlainly = ({ proxy }: FaultPoints) => {
  proxy.speaksTls = false
  proxy.dropAll()
}
const refuseToken = (onToken: FaultProxy["script"]) =>
  script(({ proxy }) => faults.refuseToken(proxy.lastToken, onToken))

/** Every fault that the backend is known to survive. */
export const faultTable: readonly Fault[] = [
  {
    ...limited,
    name: "429 with seconds",
    begin: always(faults.tooManyRequests.seconds),
    retryAfter: 5,
  },
  {
    ...limited,
    name: "429 with a date",
    begin: always(faults.tooManyRequests.date),
    retryAfter: "about 5",
  },
  {
    ...limited,
    name: "429 without a time",
    begin: always(faults.tooManyRequests.missing),
    calls: 2,
    retryAfter: 45,
  },
  { ...passing(2), name: "One 502", begin: script(faults.failOnce) },
  {
    ...failing("upstream_unavailable", 3),
    name: "503 for minutes",
    begin: always(faults.refuse(503)),
  },
  { ...unreachable, name: "Connections refused", begin: ({ proxy }) => proxy.shut() },
  { ...unreachable, name: "Name not found", setting: "name", begin: hideNames },
  { ...unreachable, name: "TLS fails", setting: "https", begin: speakPlainly },
  { ...unreachable, name: "Connection reset", begin: always(faults.reset) },
  {
    ...failing("upstream_cut_off", 3),
    name: "Answer cut in the middle",
    begin: always(faults.truncate),
  },
  { ...passing(1), name: "Connection closed 5 s late", begin: always(faults.closeLate) },
  { ...late, name: "Silence of 30 s", begin: always(faults.staySilent) },
  { ...late, name: "A byte a second", begin: always(faults.sendByteBySecond) },
  { ...passing(1), name: "Answer in slices", begin: always(faults.sendSliced) },
  { ...invalid, name: "HTML with 200", begin: always(faults.sendHtml) },
  { ...invalid, name: "Wrong shape", begin: always(faults.sendWrongShape) },
  { ...invalid, name: "50 MB", begin: always(faults.sendFiftyMegabytes) },
  { ...invalid, name: "Compressed twice", begin: always(faults.sendGzippedTwice) },
  { ...invalid, name: "302", begin: script(({ proxy }) => faults.redirect(proxy.origin)) },
  { ...invalid, name: "`nextUrl` leads elsewhere", begin: always(faults.leadElsewhere) },
  {
    ...invalid,
    name: "`nextUrl` leads back",
    begin: script(({ proxy }) => faults.leadBack(proxy.origin)),
    kept: "answer",
  },
  {
    ...failing("cursor_expired", 1),
    name: "Cursor expired",
    begin: always(faults.expireCursors),
    kept: "answer",
  },
  {
    ...failing("upstream_unreachable", 4),
    name: "Token refused, token endpoint down",
    begin: refuseToken(faults.failTokens),
  },
  {
    ...failing("upstream_timeout", 2),
    timed: true,
    name: "Token refused, token endpoint silent for 30 s",
    begin: refuseToken(faults.delayTokens),
  },
  {
    ...passing(3),
    name: "Token refused in mid-life",
    begin: refuseToken((call) => call.pass()),
  },
  {
    ...withoutState,
    name: "Database down",
    begin: ({ server }) => server.cut(),
  },
  {
    ...withoutState,
    name: "Database silent",
    timed: true,
    begin: ({ server }) => server.silence(),
  },
]
