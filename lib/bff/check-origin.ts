import { BffError } from "./problem"

const jsonTypes = ["application/json-patch+json", "application/json"]

/**
 * Refuses a change that did not come from the dashboard's own pages: it needs the header
 * `x-requested-with: dashboard`, this origin and a type that is accepted, JSON unless told otherwise; none
 * of them can a foreign form send.
 */
export function requireOwnOrigin(
  headers: Headers,
  origin: string,
  accepts: readonly string[] = jsonTypes,
): void {
  const site = headers.get("sec-fetch-site")
  const own =
    headers.get("x-requested-with") === "dashboard" &&
    headers.get("origin") === origin &&
    (site === null || site === "same-origin")
  if (!own) throw new BffError("cross_site")
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? ""
  if (accepts.includes(type)) return
  const detail = accepts === jsonTypes ? {} : { detail: `Send ${accepts.join(" or ")}.` }
  throw new BffError("unsupported_media_type", detail)
}

/**
 * Refuses a read that another site's page makes, which would spend the quota of everybody; browsers say
 * so by themselves (Fetch Metadata), other programs send neither header.
 */
export function requireOwnReader(headers: Headers, origin: string): void {
  const site = headers.get("sec-fetch-site") ?? "none"
  const from = headers.get("origin") ?? origin
  if (from !== origin || (site !== "same-origin" && site !== "none"))
    throw new BffError("cross_site")
}
