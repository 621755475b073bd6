import { useQuery } from "@tanstack/react-query"
import { Database, ToggleLeft } from "lucide-react"
import Link from "next/link"
import { useEffect, useEffectEvent } from "react"
import { useTranslations } from "use-intl"
import { type ListOperation, ownValue } from "@/lib/catalogue"
import { type ApiProblem, copiedListsOptions } from "@/lib/client"
import { Button, buttonVariants } from "../ui/button"
import { CopyProgress } from "../ui/copy-progress"
import { Countdown } from "../ui/countdown"
import { EmptyState } from "../ui/empty-state"
import { ErrorState } from "../ui/error-state"
import { type CodeText, useCodeText } from "../ui/use-code-text"

/** A problem as text, with the suitable action. */
interface ProblemText {
  readonly title: string
  readonly detail: string
  readonly wayOn: "retry" | "sign-in" | "none"
}

type Texts = ReturnType<typeof useTranslations<"reports">>

const lastThing = (t: Texts, operation: ListOperation) =>
  Object.keys(operation.parameters).length === 0 ? operation.title : t("errors.notFound.id")

function featureText(t: Texts, operation: ListOperation): ProblemText {
  const features = (operation.gates ?? []).map((gate) => gate.title)
  const detail =
    features.length > 0
      ? t("errors.featureNotEnabled.detail", { features: features.join(", ") })
      : t("errors.featureNotEnabled.plainDetail")
  return { title: t("errors.featureNotEnabled.title"), detail, wayOn: "none" }
}

type Writer = (t: Texts, operation: ListOperation) => ProblemText

const writers: { readonly [code: string]: Writer } = {
  feature_not_enabled: featureText,
  forbidden: (t) => ({
    title: t("errors.forbidden.title"),
    detail: t("errors.forbidden.detail"),
    wayOn: "none",
  }),
  unauthenticated: (t) => ({
    title: t("errors.signedOut.title"),
    detail: t("errors.signedOut.detail"),
    wayOn: "sign-in",
  }),
  not_found: (t, operation) => ({
    title: t("errors.notFound.title", { thing: lastThing(t, operation) }),
    detail: t("errors.notFound.detail"),
    wayOn: "none",
  }),
  unreachable: (t) => ({
    title: t("errors.unreachable.title"),
    detail: t("errors.unreachable.detail"),
    wayOn: "retry",
  }),
  unreadable_answer: (t) => ({
    title: t("errors.unreadable.title"),
    detail: t("errors.unreadable.detail"),
    wayOn: "retry",
  }),
}

/** True if waiting suffices and the response says how long. */
const isWait = (problem: ApiProblem): boolean => problem.retryAfter !== undefined

function writeOther(t: Texts, known: CodeText | undefined, problem: ApiProblem): ProblemText {
  if (problem.code.includes("rate_limited") || problem.code === "quota_exhausted")
    return {
      title: t("errors.rateLimited.title"),
      detail: t("errors.rateLimited.detail"),
      wayOn: "retry",
    }
  const named = problem.errors.map((error) => error.message).join(" ")
  return {
    title: known?.title ?? t("errors.unexpected.title"),
    detail: named || (known?.detail ?? t("errors.unexpected.detail")),
    wayOn: problem.status === 400 || problem.code === "small_groups" ? "none" : "retry",
  }
}

function useProblemText(operation: ListOperation): (problem: ApiProblem) => ProblemText {
  const t = useTranslations("reports")
  const textOf = useCodeText()
  return (problem) => {
    const write = ownValue(writers, problem.code)
    return write?.(t, operation) ?? writeOther(t, textOf(problem.code), problem)
  }
}

export interface ReportProblemProps {
  readonly operation: ListOperation
  /** The subject of the report. */
  readonly about?: string
  /** The data set of the listed points; its chart may disclose more than the points. */
  readonly dataSetId?: string | undefined
  readonly problem: ApiProblem
  readonly onRetry: () => void
}

/** Replaces the rows: the problem, and an action. */
export function ReportProblem(props: ReportProblemProps) {
  const { operation, about, dataSetId, problem, onRetry } = props
  const t = useTranslations("reports.errors")
  const textOf = useProblemText(operation)
  const { title, detail, wayOn } = textOf(problem)
  if (problem.code === "not_copied") return <NotCopied operation={operation} onRetry={onRetry} />
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
          <Link href={`/figures/${dataSetId}`} className={buttonVariants()}>
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

type NotCopiedProps = Pick<ReportProblemProps, "operation" | "onRetry">

/**
 * A whole list before its first copy: shows the progress, then the list; for named records, that
 * there are none.
 */
function NotCopied({ operation, onRetry }: NotCopiedProps) {
  const t = useTranslations("reports.whole")
  const { data } = useQuery(copiedListsOptions())
  const own = data?.lists.find(({ list }) => list === operation.wholeOf)
  const isThere = own !== undefined && own.asOf !== null
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    if (isThere) retry()
  }, [isThere])
  const isUnnamed = operation.readById !== undefined && own?.coverage.lists === 0
  return (
    <EmptyState icon={Database} title={t(isUnnamed ? "noneNamed.title" : "notCopied.title")}>
      {isUnnamed ? (
        <p>{t("noneNamed.detail")}</p>
      ) : own ? (
        <div className="mx-auto w-72 text-left">
          <CopyProgress coverage={own.coverage} />
        </div>
      ) : null}
    </EmptyState>
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

/** A new response starts a new wait, even with the same number of seconds. */
const waitOf = ({ requestId, retryAfter }: ApiProblem) => `${requestId} ${retryAfter}`

/** Below the rows: why the next ones could not be loaded. */
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
