import { useMessages, useTranslations } from "use-intl"
import { toProblem } from "@/lib/client"
import type { Messages } from "@/lib/client/messages"
import { Button } from "../ui/button"
import { Countdown } from "../ui/countdown"
import { ErrorState } from "../ui/error-state"

type CodeTexts = Readonly<Record<string, Messages["errors"]["codes"]["internal"]>>

export interface ActivityProblemProps {
  readonly error: unknown
  readonly onRetry: () => void
}

/** Why the activity, or a department that it speaks of, could not be read, with a way on. */
export function ActivityProblem({ error, onRetry }: ActivityProblemProps) {
  const t = useTranslations("common")
  const errors = useTranslations("errors")
  const { codes, unexpected } = useMessages().errors
  const known: CodeTexts = codes
  const { code, status, requestId, retryAfter } = toProblem(error)
  const text = Object.hasOwn(known, code) ? known[code] : undefined
  const isSignedOut = status === 401
  return (
    <ErrorState
      title={text?.title ?? unexpected.title}
      requestId={requestId}
      actions={
        isSignedOut ? (
          <Button variant="primary" onClick={() => window.location.reload()}>
            {errors("actions.signIn")}
          </Button>
        ) : (
          <Button onClick={onRetry}>{t("retry")}</Button>
        )
      }
    >
      <p>{text?.detail ?? unexpected.detail}</p>
      {retryAfter === undefined ? null : (
        <p className="mt-1">
          <Countdown key={requestId} seconds={retryAfter} onEnd={onRetry} />
        </p>
      )}
    </ErrorState>
  )
}
