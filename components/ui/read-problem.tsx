import { useTranslations } from "use-intl"
import { mayPass, toProblem } from "@/lib/client"
import { Button } from "./button"
import { ChangeProblem } from "./change-problem"
import { cn } from "./class-names"
import { SignedOut } from "./signed-out"

export interface ReadProblemProps {
  readonly error: unknown
  readonly onRetry: () => void
  readonly className?: string
}

/** Replaces content that could not be read: the reason, and an action if waiting may help. */
export function ReadProblem({ error, onRetry, className }: ReadProblemProps) {
  const t = useTranslations("common")
  const problem = toProblem(error)
  if (problem.status === 401)
    return (
      <div className={className}>
        <SignedOut keeps={false} onSignedIn={onRetry} />
      </div>
    )
  return (
    <div className={cn("grid weak:justify-items-start gap-2", className)}>
      <ChangeProblem error={error} />
      {mayPass(problem) ? (
        <Button size="sm" onClick={onRetry}>
          {t("retry")}
        </Button>
      ) : null}
    </div>
  )
}
