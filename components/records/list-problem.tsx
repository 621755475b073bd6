import { useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import { type ApiProblem, mayPass } from "@/lib/client"
import { Button } from "../ui/button"
import { useCodeText } from "../ui/use-code-text"

export interface ListProblemProps {
  /** The list, whose gates name the missing feature. */
  readonly operation?: ListOperation
  readonly problem: ApiProblem
  readonly onRetry: () => void
}

/** Replaces a list that could not be read: the reason, and an action if waiting may help. */
export function ListProblem({ operation, problem, onRetry }: ListProblemProps) {
  const t = useTranslations("errors")
  const textOf = useCodeText()
  const title = textOf(problem.code)?.title
  const gates = problem.code === "feature_not_enabled" ? (operation?.gates ?? []) : []
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 text-ink-muted">
      <span>
        {title ?? t("unexpected.title")}{" "}
        {gates.length > 0
          ? t("needs", { features: gates.map((gate) => gate.title).join(", ") })
          : null}
      </span>
      {mayPass(problem) ? (
        <Button size="sm" onClick={onRetry}>
          {t("actions.retry")}
        </Button>
      ) : null}
    </p>
  )
}
