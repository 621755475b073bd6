import type { Operation } from "../catalogue"
import { domainsOf, mayWrite, personKey, type Session } from "../session"
import { BffError } from "./problem"

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

/** Throws `forbidden` (403), naming the missing permission, unless a role of the person's covers the operation. */
export function requirePermission({ roles }: Session, { domain, method }: Operation): void {
  const readable = domainsOf(roles).has(domain)
  if (method === "GET" ? readable : readable && mayWrite(roles)) return
  const permission = `${domain}:${method === "GET" ? "read" : "write"}`
  throw new BffError("forbidden", {
    permission,
    detail: `Your role does not have the permission ${permission}. An administrator can give it.`,
  })
}
