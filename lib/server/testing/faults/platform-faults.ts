import { pipeline } from "node:stream/promises"
import { gzipSync } from "node:zlib"
import type { CallScript, ProxyCall } from "./fault-proxy"

/** The length of a second in these tests, and their clock, which is faster by the same factor. */
export const secondMs = 100
const startedAt = Date.now()
export const quickClock = () => startedAt + ((Date.now() - startedAt) * 1000) / secondMs

const after = (seconds: number, work: () => unknown) => setTimeout(work, seconds * secondMs).unref()

const onReads =
  (script: CallScript): CallScript =>
  (call) =>
    call.isToken ? call.pass() : script(call)

const json = { "content-type": "application/json" }

/** Responds to reads with that status and an error body. */
export const refuse = (status: number, headers: () => Record<string, string> = () => ({})) =>
  onReads(({ response }) => {
    response.writeHead(status, { ...json, ...headers() })
    response.end('{"errorCode":"planted","message":"Planted."}')
  })

export const tooManyRequests = {
  seconds: refuse(429, () => ({ "retry-after": "5" })),
  date: refuse(429, () => ({ "retry-after": new Date(quickClock() + 5000).toUTCString() })),
  missing: refuse(429),
}

/** Only the first call fails. */
export function failOnce(): CallScript {
  let failed = false
  return (call) => {
    const script = failed ? call.pass : () => refuse(502)(call)
    failed = true
    return script()
  }
}

export const reset = onReads(({ response }) => response.socket?.resetAndDestroy())

export const truncate = onReads(async ({ response, ask }) => {
  const { text } = await ask()
  response.writeHead(200, { ...json, "content-length": Buffer.byteLength(text) })
  response.write(text.slice(0, text.length / 2), () => response.destroy())
})

/** Sends the whole response without a length and closes the connection five seconds later. */
export const closeLate = onReads(async ({ response, ask }) => {
  response.useChunkedEncodingByDefault = false
  response.shouldKeepAlive = false
  response.writeHead(200, json)
  response.write((await ask()).text)
  after(5, () => response.end())
})

const stayAway = ({ pass }: ProxyCall) => after(30, pass)
export const staySilent = onReads(stayAway)

export const sendByteBySecond = onReads(async ({ response, ask }) => {
  const bytes = Buffer.from((await ask()).text)
  response.writeHead(200, json)
  let sent = 0
  const timer = setInterval(() => {
    if (response.destroyed || sent === bytes.length) return clearInterval(timer)
    response.write(bytes.subarray(sent, sent + 1))
    sent += 1
  }, secondMs)
})

/** Sends the response in slices of seven bytes, each in its own packet. */
export const sendSliced = onReads(async ({ response, ask }) => {
  const bytes = Buffer.from((await ask()).text)
  response.socket?.setNoDelay()
  response.writeHead(200, json)
  for (let start = 0; start < bytes.length; start += 7) {
    response.write(bytes.subarray(start, start + 7))
    await new Promise(setImmediate)
  }
  response.end()
})

export const sendHtml = onReads(({ response }) =>
  response.writeHead(200, { "content-type": "text/html" }).end("<html><title>Maintenance</title>"),
)

export const sendWrongShape = onReads(({ response }) =>
  response.writeHead(200, json).end('{"count":1,"data":{"id":7}}'),
)

const blanks = Buffer.alloc(1024 * 1024, " ")

function* padded(text: string) {
  for (let count = 0; count < 50; count += 1) yield blanks
  yield Buffer.from(text)
}

/** Sends the whole response after 50 MB of blanks, which JSON allows. */
export const sendFiftyMegabytes = onReads(async ({ response, ask }) => {
  const { text } = await ask()
  response.writeHead(200, json)
  await pipeline(padded(text), response).catch(() => {})
})

export const sendGzippedTwice = onReads(async ({ response, ask }) => {
  const body = gzipSync(gzipSync((await ask()).text))
  response.writeHead(200, { ...json, "content-encoding": "gzip, gzip" }).end(body)
})

export const redirect = (origin: string) =>
  onReads(({ response }) =>
    response.writeHead(302, { location: `${origin}/api/v1/highscores` }).end(),
  )

/** Sends the response with another next page. */
const leadTo = (choose: (call: ProxyCall) => string) =>
  onReads(async (call) => {
    const { status, text } = await call.ask()
    const changed = { ...JSON.parse(text), nextUrl: choose(call) }
    call.response.writeHead(status, json).end(JSON.stringify(changed))
  })

export const leadElsewhere = leadTo(
  () => "https://elsewhere.invalid/api/v1.4/departments?limit=5&cursor=a",
)

const onCursors =
  (script: CallScript): CallScript =>
  (call) =>
    call.url.includes("cursor=") ? script(call) : call.pass()

export const leadBack = (origin: string) => onCursors(leadTo(({ url }) => `${origin}${url}`))
export const expireCursors = onCursors(refuse(410))

/** Refuses the token that was accepted so far; `onToken` handles the request for a new one. */
export const refuseToken =
  (old: string, onToken: CallScript): CallScript =>
  (call) => {
    if (call.isToken) return onToken(call)
    return call.token === old ? refuse(401)(call) : call.pass()
  }

export const failTokens: CallScript = ({ response }) => response.socket?.resetAndDestroy()
export const delayTokens: CallScript = stayAway
