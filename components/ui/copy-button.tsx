"use client"

import { Check, Copy } from "lucide-react"
import { useEffect, useState } from "react"
import { useTranslations } from "use-intl"
import { cn } from "./class-names"

export interface CopyButtonProps {
  /** The complete text for the clipboard. */
  readonly value: string
  /** Its name, if the value is too long for one. */
  readonly label?: string
  readonly className?: string | undefined
}

/** Copies a value and confirms it briefly. */
export function CopyButton({ value, label, className }: CopyButtonProps) {
  const t = useTranslations("common")
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => navigator.clipboard.writeText(value).then(() => setCopied(true))
  const name = label ?? t("copy", { value })
  const Icon = copied ? Check : Copy
  return (
    <button
      type="button"
      onClick={copy}
      title={name}
      aria-label={name}
      className={cn(
        "inline-grid weak:size-6 shrink-0 place-items-center weak:rounded-sm text-ink-faint transition-colors hover:bg-hover hover:text-ink print:hidden",
        className,
      )}
    >
      <Icon className={cn("size-3.5", copied && "text-positive-ink")} aria-hidden="true" />
      <span aria-live="polite" className="sr-only">
        {copied ? t("copied") : ""}
      </span>
    </button>
  )
}
