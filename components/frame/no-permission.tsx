import { LockKeyhole } from "lucide-react"
import Link from "next/link"
import type { Domain } from "@/lib/catalogue"
import { translator } from "@/lib/client/messages"
import { buttonVariants } from "../ui/button"
import { EmptyState } from "../ui/empty-state"

/** A page that the person's role may not read, with the permission that is missing. */
export function NoPermission({ domain }: { domain: Domain }) {
  const t = translator("errors")
  const frame = translator("frame")
  return (
    <EmptyState
      className="my-auto"
      isPage
      icon={LockKeyhole}
      title={t("noPermission.title")}
      actions={
        <Link href="/" className={buttonVariants()}>
          {t("actions.overview")}
        </Link>
      }
    >
      <p>{t("noPermission.detail", { domain: frame(`domains.${domain}`) })}</p>
      <p className="mt-2 text-xs">
        {t("noPermission.permission")}{" "}
        <code className="rounded-sm bg-pressed px-1 py-0.5 font-mono">{domain}:read</code>
      </p>
    </EmptyState>
  )
}
