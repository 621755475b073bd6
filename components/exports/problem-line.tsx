import { useTranslations } from "use-intl"
import { toProblem } from "@/lib/client"

/** Why something with an export was refused. */
export function ProblemLine({ error }: { error: unknown }) {
  const t = useTranslations("errors")
  if (!error) return null
  const problem = toProblem(error)
  const named = problem.errors.map(({ message }) => message).join(" ")
  return (
    <p role="alert" className="text-critical-ink text-xs">
      {named || problem.detail || t("unexpected.detail")}
    </p>
  )
}
