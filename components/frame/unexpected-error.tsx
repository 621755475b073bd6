"use client"

import Link from "next/link"
import { useTranslations } from "use-intl"
import { Button, buttonVariants } from "../ui/button"
import { ErrorState } from "../ui/error-state"

export interface UnexpectedErrorProps {
  readonly error: unknown
  readonly retry: () => void
}

const digestOf = (error: unknown) =>
  error instanceof Error && "digest" in error && typeof error.digest === "string"
    ? error.digest
    : undefined

/** A page that failed to render; its id finds the cause in the server's log. */
export function UnexpectedError({ error, retry }: UnexpectedErrorProps) {
  const t = useTranslations("errors")
  return (
    <ErrorState
      isPage
      title={t("unexpected.title")}
      requestId={digestOf(error)}
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
