"use client"

import { lazy, Suspense } from "react"
import { useTranslations } from "use-intl"
import type { UnexpectedErrorProps } from "./unexpected-error"

const UnexpectedError = lazy(() =>
  import("./unexpected-error").then(
    (part) => ({ default: part.UnexpectedError }),
    () => ({ default: PlainError }),
  ),
)

/** A page that failed to render: what says so is read then, so that no page loads it before it fails. */
export function FailedPage(props: UnexpectedErrorProps) {
  return (
    <Suspense>
      <UnexpectedError {...props} />
    </Suspense>
  )
}

/** The same words where the rest cannot be read either, as without a network. */
function PlainError({ retry }: UnexpectedErrorProps) {
  const t = useTranslations("errors")
  return (
    <div role="alert" className="grid justify-items-center gap-4 px-6 py-12 text-center">
      <h1 className="font-medium text-ink">{t("unexpected.title")}</h1>
      <p className="max-w-md text-ink-muted">{t("unexpected.detail")}</p>
      <button type="button" className="underline" onClick={retry}>
        {t("actions.retry")}
      </button>
    </div>
  )
}
