"use client"

import Link from "next/link"
import { useState } from "react"
import { useTranslations } from "use-intl"
import { Button, buttonVariants } from "../ui/button"
import { ErrorState } from "../ui/error-state"
import { idOfError } from "../ui/id-of-error"
import { usePageTitle } from "../ui/use-page-title"

export interface UnexpectedErrorProps {
  readonly error: unknown
  readonly retry: () => void
}

/** A page that failed to render, with what support needs to find the cause. */
export function UnexpectedError({ error, retry }: UnexpectedErrorProps) {
  const t = useTranslations("errors")
  const [time] = useState(() => new Date())
  usePageTitle(t("unexpected.title"))
  return (
    <ErrorState
      isPage
      title={t("unexpected.title")}
      requestId={idOfError(error, time)}
      actions={
        <>
          <Button variant="primary" onClick={retry}>
            {t("actions.retry")}
          </Button>
          <Link href="/" className={buttonVariants()}>
            {t("actions.overview")}
          </Link>
        </>
      }
    >
      {t("unexpected.detail")}
    </ErrorState>
  )
}
