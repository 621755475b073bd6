"use client"

import { useRouter } from "next/navigation"
import { useTransition } from "react"
import { useTranslations } from "use-intl"
import { Button } from "./button"

/** Refreshes the page from the server. */
export function RetryButton() {
  const t = useTranslations("common")
  const router = useRouter()
  const [busy, start] = useTransition()
  return (
    <Button variant="primary" disabled={busy} onClick={() => start(() => router.refresh())}>
      {t("retry")}
    </Button>
  )
}
