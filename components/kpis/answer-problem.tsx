import type { ReactNode } from "react"
import { useTranslations } from "use-intl"
import { mayPass, toProblem } from "@/lib/client"
import { Button } from "../ui/button"
import { ErrorState } from "../ui/error-state"
import { useCodeText } from "../ui/use-code-text"

export interface AnswerProblemProps {
  readonly error: unknown
  readonly onRetry: () => void
  /** Alternatives, if a retry does not help. */
  readonly instead?: ReactNode
}

/** Why there is no answer, with an action. */
export function AnswerProblem({ error, onRetry, instead }: AnswerProblemProps) {
  const t = useTranslations("errors")
  const common = useTranslations("kpis")
  const textOf = useCodeText()
  const problem = toProblem(error)
  const { code, detail, errors, requestId } = problem
  const known = textOf(code)
  return (
    <ErrorState
      title={known?.title ?? t("unexpected.title")}
      requestId={requestId}
      actions={mayPass(problem) ? <Button onClick={onRetry}>{common("retry")}</Button> : instead}
    >
      <p>{known?.detail ?? (detail || t("unexpected.detail"))}</p>
      {errors?.map(({ parameter, message }) => (
        <p key={parameter}>{message}</p>
      ))}
    </ErrorState>
  )
}
