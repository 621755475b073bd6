import type { Operation } from "../../catalogue"
import type { Permission } from "../../contract"
import { domainsOf, mayWrite, personKey, type Session } from "../../session"
import { BffError } from "./problem"

const jsonTypes = ["application/json-patch+json", "application/json"]

/**
 * Rejects changes that do not come from the dashboard's own pages. A request needs the header
 * `x-requested-with: dashboard`, this origin, and an accepted content type, JSON by default; a form
 * on another site cannot send any of these.
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
 * Rejects reads from other sites' pages, which would spend the shared quota. Browsers identify them
 * (Fetch Metadata); other programs send neither header.
 */
export function requireOwnReader(headers: Headers, origin: string): void {
  const site = headers.get("sec-fetch-site") ?? "none"
  const from = headers.get("origin") ?? origin
  if (from !== origin || (site !== "same-origin" && site !== "none"))
    throw new BffError("cross_site")
}

/** The signed-in person; throws `unauthenticated` (401) if there is none. */
export function requireSession(session: Session | undefined): Session {
  if (!session) throw new BffError("unauthenticated")
  return session
}

/**
 * Throws `unauthenticated` (401) if the page was opened by another person than the one signed in
 * now, according to its `x-person` header.
 */
export function requireSamePerson({ sub }: Session, headers: Headers): void {
  const key = headers.get("x-person")
  if (key !== null && key !== personKey(sub))
    throw new BffError("unauthenticated", {
      detail: "Somebody else has signed in since this page was opened. Load it again.",
    })
}

/** The error for a missing permission, such as `kpis:read`. */
export const lacking = (permission: string): BffError =>
  new BffError("forbidden", {
    permission,
    detail: `Your role does not have the permission ${permission}. An administrator can give it.`,
  })

/**
 * Throws `forbidden` (403) unless one of the person's roles has the permission, as a reader of the
 * domain or an administrator.
 */
export function requirePermission({ roles }: Session, permission: Permission): void {
  if (permission === "public" || permission === "signed-in") return
  const [what = "", right] = permission.split(":")
  const held: ReadonlySet<string> = domainsOf(roles)
  if (right === "read" ? !held.has(what) : !mayWrite(roles)) throw lacking(permission)
}

/**
 * Same, for an operation of the platform. Changing records also requires permission to read them.
 */
export function requireOperation(session: Session, { domain, method }: Operation): void {
  const permission = `${domain}:${method === "GET" ? "read" : "write"}` as const
  if (!domainsOf(session.roles).has(domain)) throw lacking(permission)
  requirePermission(session, permission)
}
