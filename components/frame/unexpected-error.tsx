"use client"

import Link from "next/link"
import { useState } from "react"
import { useTranslations } from "use-intl"
import { Button, buttonVariants } from "../ui/button"
import { ErrorState } from "../ui/error-state"
import { usePageTitle } from "../ui/use-page-title"

const maxLength = 160

const wordsOf = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)

/**
 * A support id for an error: its id in the server's log; for a client-only error, its time and
 * message.
 */
export function idOfError(error: unknown, time: Date): string {
  if (error instanceof Error && "digest" in error && typeof error.digest === "string")
    return error.digest
  return `${time.toISOString().slice(0, 19)}Z ${wordsOf(error)}`.slice(0, maxLength)
}

export interface UnexpectedErrorProps {
  readonly error: unknown
  readonly retry: () => void
}

/** A page that failed to render, with the id that support needs. */
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
            {t("actions.home")}
          </Link>
        </>
      }
    >
      {t("unexpected.detail")}
    </ErrorState>
  )
}
