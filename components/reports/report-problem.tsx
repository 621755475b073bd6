import { ToggleLeft } from "lucide-react"
import Link from "next/link"
import { useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import type { ApiProblem } from "@/lib/client"
import { Button, buttonVariants } from "../ui/button"
import { Countdown } from "../ui/countdown"
import { EmptyState } from "../ui/empty-state"
import { ErrorState } from "../ui/error-state"
import { isWait, useProblemText } from "./problem-text"

export interface ReportProblemProps {
  readonly operation: ListOperation
  /** What the report is about, in words. */
  readonly about?: string
  /** The data set whose points are listed; as a chart it may show what its points may not. */
  readonly dataSetId?: string | undefined
  readonly problem: ApiProblem
  readonly onRetry: () => void
}

/** In the place of the rows: what is wrong, in words, and a way on. */
export function ReportProblem(props: ReportProblemProps) {
  const { operation, about, dataSetId, problem, onRetry } = props
  const t = useTranslations("reports.errors")
  const textOf = useProblemText(operation)
  const { title, detail, wayOn } = textOf(problem)
  if (problem.code === "feature_not_enabled")
    return (
      <EmptyState icon={ToggleLeft} title={title}>
        <p>{detail}</p>
        {about ? <p className="mt-2 text-xs">{about}</p> : null}
      </EmptyState>
    )
  return (
    <ErrorState
      title={title}
      requestId={problem.requestId}
      actions={
        problem.code === "small_groups" && dataSetId !== undefined ? (
          <Link href={`/kpis/${dataSetId}`} className={buttonVariants()}>
            {t("asChart")}
          </Link>
        ) : (
          <WayOn wayOn={wayOn} onRetry={onRetry} />
        )
      }
    >
      <p>{detail}</p>
      {isWait(problem) ? (
        <p className="mt-1">
          <Countdown key={waitOf(problem)} seconds={problem.retryAfter ?? 0} onEnd={onRetry} />
        </p>
      ) : null}
    </ErrorState>
  )
}

interface WayOnProps {
  readonly wayOn: "retry" | "sign-in" | "none"
  readonly onRetry: () => void
}

function WayOn({ wayOn, onRetry }: WayOnProps) {
  const t = useTranslations("reports")
  if (wayOn === "retry") return <Button onClick={onRetry}>{t("errors.retry")}</Button>
  if (wayOn === "none") return null
  return (
    <Button variant="primary" onClick={() => window.location.reload()}>
      {t("errors.signIn")}
    </Button>
  )
}

/** A new answer is a new wait, of as many seconds or not. */
const waitOf = ({ requestId, retryAfter }: ApiProblem) => `${requestId} ${retryAfter}`

/** What is wrong, in a few words. */
export function ProblemTitle({
  operation,
  problem,
}: Pick<ReportProblemProps, "operation" | "problem">) {
  return useProblemText(operation)(problem).title
}

/** Under the rows: why the next ones did not come. */
export function MoreProblem({ operation, problem, onRetry }: ReportProblemProps) {
  const t = useTranslations("reports")
  const { title, wayOn } = useProblemText(operation)(problem)
  return (
    <span role="alert" className="flex flex-wrap items-center gap-x-2 text-critical-ink">
      {t("errors.loadMore")} {title}
      {isWait(problem) ? (
        <Countdown key={waitOf(problem)} seconds={problem.retryAfter ?? 0} onEnd={onRetry} />
      ) : null}
      <WayOn wayOn={wayOn} onRetry={onRetry} />
    </span>
  )
}
