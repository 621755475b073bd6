import { type Catalogue, matchPath, parsePathParameters, printPath } from "../../catalogue"
import { apiPath } from "../../platform"

/** Replaces the platform's addresses with the dashboard's own, or removes them. */
export interface UpstreamHider {
  /**
   * Removes the platform's address from a JSON value: links become the dashboard's `/api/…` paths
   * or null.
   */
  hide(value: unknown): unknown
  /** Same, for JSON text, which is returned unchanged if it does not mention the platform. */
  hideIn(json: string): string
  /** Removes the address from a text. */
  hideText(text: string): string
  isMentioned(text: string): boolean
}

/** A JSON escape of a character allowed in a host. */
const escapedCharacter = "\\\\u00(?:2[de]|3[0-9a]|[46][1-9a-f]|[57][0-9a]|5[bd])"

const parseAddress = (text: string) => (URL.canParse(text) ? new URL(text) : undefined)

/** Matches the origins of the API and the token endpoint, ignoring case. */
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

  const suspect = new RegExp(`${hosts.map(escapePattern).join("|")}|${escapedCharacter}`, "i")

  const hideIn = (json: string) =>
    suspect.test(json) ? JSON.stringify(hide(JSON.parse(json))) : json

  const isMentioned = (text: string) => text.search(mentions) >= 0

  return { hide, hideIn, hideText, isMentioned }
}
