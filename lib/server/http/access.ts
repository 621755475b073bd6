import type { Operation } from "../../catalogue"
import type { Permission } from "../../contract"
import { domainsOf, mayWrite, personKey, type Session } from "../../session"
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

/** The person who asks; throws `unauthenticated` (401) where nobody is signed in. */
export function requireSession(session: Session | undefined): Session {
  if (!session) throw new BffError("unauthenticated")
  return session
}

/** Throws `unauthenticated` (401) where a request comes from the page of somebody else than who is signed in by now, which its `x-person` tells. */
export function requireSamePerson({ sub }: Session, headers: Headers): void {
  const key = headers.get("x-person")
  if (key !== null && key !== personKey(sub))
    throw new BffError("unauthenticated", {
      detail: "Somebody else has signed in since this page was opened. Load it again.",
    })
}

/** The refusal of a person who lacks a permission, such as `kpis:read`. */
export const lacking = (permission: string): BffError =>
  new BffError("forbidden", {
    permission,
    detail: `Your role does not have the permission ${permission}. An administrator can give it.`,
  })

/** Throws `forbidden` (403) unless a role of the person's has the permission: of a domain's readers, or an administrator's. */
export function requirePermission({ roles }: Session, permission: Permission): void {
  if (permission === "public" || permission === "signed-in") return
  const [what = "", right] = permission.split(":")
  const held: ReadonlySet<string> = domainsOf(roles)
  if (right === "read" ? !held.has(what) : !mayWrite(roles)) throw lacking(permission)
}

/** The same for an operation of the platform; whoever changes records has to be able to read them, too. */
export function requireOperation(session: Session, { domain, method }: Operation): void {
  const permission = `${domain}:${method === "GET" ? "read" : "write"}` as const
  if (!domainsOf(session.roles).has(domain)) throw lacking(permission)
  requirePermission(session, permission)
}
