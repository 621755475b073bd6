import { headers } from "next/headers"
import {
  MissingPermission,
  type MissingPermissionProps,
} from "@/components/frame/missing-permission"
import { readCaller } from "@/lib/server/http/caller-address"
import { openedBackend } from "@/lib/server/opened"
import { readSession } from "./backend"

/**
 * A page that the person's role may not read, with the missing permission; the refusal is audited.
 */
export async function NoPermission(missing: MissingPermissionProps) {
  const session = await readSession()
  const permission = "domain" in missing ? `${missing.domain}:read` : missing.permission
  if (session)
    openedBackend()?.recordDenied({
      session,
      address: readCaller(await headers()),
      operation: "page",
      method: "GET",
      code: "forbidden",
      permission,
    })
  return <MissingPermission {...missing} />
}
