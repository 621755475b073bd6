import { LockKeyhole } from "lucide-react"
import Link from "next/link"
import type { Domain } from "@/lib/catalogue"
import { readTranslator } from "@/lib/client/messages/read-messages"
import { buttonVariants } from "../ui/button"
import { EmptyState } from "../ui/empty-state"

export type MissingPermissionProps =
  | { readonly domain: Domain }
  /** A permission that only administrators have: `workspace:write`. */
  | { readonly permission: string }

/** A page that the person's role may not read, with the missing permission. */
export async function MissingPermission(missing: MissingPermissionProps) {
  const t = await readTranslator("errors")
  const frame = await readTranslator("frame")
  return (
    <EmptyState
      className="my-auto"
      isPage
      icon={LockKeyhole}
      title={t("noPermission.title")}
      actions={
        <Link href="/" className={buttonVariants()}>
          {t("actions.home")}
        </Link>
      }
    >
      <p>
        {"domain" in missing
          ? t("noPermission.detail", { domain: frame(`domains.${missing.domain}`) })
          : t("noPermission.administrators")}
      </p>
      <p className="mt-2 text-xs">
        {t("noPermission.permission")}{" "}
        <code className="rounded-sm bg-pressed px-1 py-0.5 font-mono">
          {"domain" in missing ? `${missing.domain}:read` : missing.permission}
        </code>
      </p>
    </EmptyState>
  )
}
