import { type Catalogue, matchPath, parsePathParameters, printPath } from "../../catalogue"
import { apiPath, timeSlice } from "../../platform"

/** Turns the platform's addresses into the dashboard's own or into nothing. */
export interface UpstreamHider {
  /** A JSON value without the platform's address: links become own `/api/…` paths or null. */
  hide(value: unknown): unknown
  /** The same of JSON that has no space between tokens and no escapes in names; all but the texts that mention it stays as it is. */
  hideIn(json: Buffer): Promise<Buffer>
  /** A text without it. */
  hideText(text: string): string
  isMentioned(text: string): boolean
}

/** An escape of a character that a host may have. */
const escapedCharacter = "\\\\u00(?:2[de]|3[0-9a]|[46][1-9a-f]|[57][0-9a]|5[bd])"
/** So many texts are looked at before others may come first. */
const partTexts = 32
/** So many bytes are looked through at once: a string of more than 128 KiB costs fresh pages of memory each time. */
const partBytes = 64 * 1024

/** The next quote from a position on, forwards or backwards, that is not escaped. */
function findQuote(json: string, from: number, step: 1 | -1): number {
  for (let at = from; ; at += step) {
    at = step === 1 ? json.indexOf('"', at) : json.lastIndexOf('"', at)
    let before = at
    while (json[before - 1] === "\\") before -= 1
    if ((at - before) % 2 === 0) return at
  }
}

const parseAddress = (text: string) => (URL.canParse(text) ? new URL(text) : undefined)

/** Knows the platform by the origin of the API and the token endpoint, in any letter case. */
export function createUpstreamHider(
  from: Catalogue,
  { apiUrl, tokenUrl }: { apiUrl: string; tokenUrl: string },
): UpstreamHider {
  const origins = [...new Set([new URL(apiUrl).origin, new URL(tokenUrl).origin])]
  const hosts = origins.map((origin) => new URL(origin).host)
  const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
  const mentions = new RegExp(
    `(?:https?:)?(?://)?(?<![\\w.-])(?:${hosts.map(escapePattern).join("|")})(?![\\w-])`,
    "gi",
  )

  function ownLink(address: URL): string | null {
    const match = matchPath(from, "GET", apiPath(address, apiUrl) ?? "")
    if (match.kind !== "operation") return null
    const parsed = parsePathParameters(match.operation, match.raw)
    return parsed.ok ? `/api${printPath(match.operation, parsed.parameters)}` : null
  }

  const hideText = (text: string) => text.replaceAll(mentions, "")

  function hideString(text: string): string | null {
    const address = /^https?:/i.test(text) ? parseAddress(text) : undefined
    if (address && origins.includes(address.origin)) return ownLink(address)
    return hideText(text)
  }

  function hide(value: unknown): unknown {
    if (typeof value === "string") return hideString(value)
    if (Array.isArray(value)) return value.map(hide)
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hide(inner)]))
  }

  const suspects = `${hosts.map(escapePattern).join("|")}|${escapedCharacter}`
  const overlap = Math.max("\\u0000".length, ...hosts.map(({ length }) => length))

  // A character for each byte: what is looked for is ASCII.
  function isSuspect(json: Buffer): boolean {
    const suspect = new RegExp(suspects, "i")
    for (let at = 0; at < json.length; at += partBytes)
      if (suspect.test(json.toString("latin1", at, at + partBytes + overlap))) return true
    return false
  }

  async function hideIn(json: Buffer): Promise<Buffer> {
    await timeSlice()
    if (!isSuspect(json)) return json
    const characters = json.toString("latin1")
    const suspect = new RegExp(suspects, "gi")
    const parts: Buffer[] = []
    let taken = 0
    for (let count = 1; ; count += 1) {
      const found = suspect.exec(characters)
      if (!found) return taken > 0 ? Buffer.concat([...parts, json.subarray(taken)]) : json
      const start = findQuote(characters, found.index, -1)
      const end = findQuote(characters, found.index, 1) + 1
      suspect.lastIndex = end
      if (count % partTexts === 0) await timeSlice()
      if (characters[end] === ":") continue
      const text: string = JSON.parse(json.toString("utf8", start, end))
      const hidden = hideString(text)
      if (hidden === text) continue
      parts.push(json.subarray(taken, start), Buffer.from(JSON.stringify(hidden)))
      taken = end
    }
  }

  const isMentioned = (text: string) => text.search(mentions) >= 0

  return { hide, hideIn, hideText, isMentioned }
}
