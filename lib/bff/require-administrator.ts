import { mayWrite, type Session } from "../session"
import { BffError } from "./problem"

/** Throws `forbidden` (403), naming the permission, unless the person is an administrator. */
export function requireAdministrator({ roles }: Session, permission: string): void {
  if (mayWrite(roles)) return
  throw new BffError("forbidden", {
    permission,
    detail: `Your role does not have the permission ${permission}. An administrator can give it.`,
  })
}
