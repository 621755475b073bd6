import { useTranslations } from "use-intl"
import { toProblem } from "@/lib/client"
import { useProblemWords } from "../edits/use-problem-words"
import { Button } from "../ui/button"
import { Countdown } from "../ui/countdown"
import { ErrorState } from "../ui/error-state"
import { SignedOut } from "../ui/signed-out"

export interface ActivityProblemProps {
  readonly error: unknown
  readonly onRetry: () => void
}

/** Why the activity, or a department that it speaks of, could not be read, with a way on. */
export function ActivityProblem({ error, onRetry }: ActivityProblemProps) {
  const t = useTranslations("common")
  const problem = toProblem(error)
  const { title, detail } = useProblemWords()(problem)
  const { status, requestId, retryAfter } = problem
  if (status === 401) return <SignedOut keeps={false} onSignedIn={onRetry} />
  return (
    <ErrorState
      title={title}
      requestId={requestId}
      actions={<Button onClick={onRetry}>{t("retry")}</Button>}
    >
      <p>{detail}</p>
      {retryAfter === undefined ? null : (
        <p className="mt-1">
          <Countdown key={requestId} seconds={retryAfter} onEnd={onRetry} />
        </p>
      )}
    </ErrorState>
  )
}
