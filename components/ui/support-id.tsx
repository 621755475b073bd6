"use client"

import { useTranslations } from "use-intl"
import { cn } from "./class-names"
import { CopyButton } from "./copy-button"

/** A request id, to quote to support. */
export function SupportId({ id, className }: { id: string; className?: string | undefined }) {
  const t = useTranslations("common")
  return (
    <p className={cn("flex items-center gap-1.5 text-ink-faint text-xs", className)}>
      {t("supportId")}
      <code className="font-mono text-ink-muted">{id}</code>
      <CopyButton value={id} />
    </p>
  )
}
