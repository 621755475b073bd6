import { CircleCheck, CircleHelp, type LucideIcon, TriangleAlert } from "lucide-react"
import type { ReactNode } from "react"
import { useMessages, useTranslations } from "use-intl"
import { type ApiProblem, toProblem } from "@/lib/client"
import { parsePointer } from "@/lib/json-patch"
import { Button } from "../ui/button"
import { cn } from "../ui/class-names"
import { Countdown } from "../ui/countdown"
import { ErrorState } from "../ui/error-state"
import { SignedOut } from "../ui/signed-out"
import { SupportId } from "../ui/support-id"
import { type CodeText, useCodeText } from "../ui/use-code-text"
import { useCountdown } from "../ui/use-countdown"
import { useDepartmentLabel } from "./format-value"

/** A problem in the reader's language, by its code, else a general text. */
export function useProblemText(): (problem: ApiProblem) => CodeText {
  const { unexpected } = useMessages().errors
  const textOf = useCodeText()
  return ({ code }) => textOf(code) ?? unexpected
}

const tones = {
  critical: { className: "bg-critical-soft text-critical-ink", Icon: TriangleAlert },
  caution: { className: "bg-caution-soft text-caution-ink", Icon: CircleHelp },
  positive: { className: "bg-positive-soft text-positive-ink", Icon: CircleCheck },
} as const satisfies Record<string, { className: string; Icon: LucideIcon }>

export interface SendingNoticeProps {
  readonly tone: keyof typeof tones
  readonly title: string
  /** `status` if it is not an error. */
  readonly role?: "alert" | "status"
  readonly children?: ReactNode
}

/** The result of sending a change, in a coloured box with an icon. */
export function SendingNotice({ tone, title, role = "alert", children }: SendingNoticeProps) {
  const { className, Icon } = tones[tone]
  return (
    <div role={role} className={cn("flex gap-2.5 rounded-md px-3 py-2.5", className)}>
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1 space-y-1">
        <p className="font-medium">{title}</p>
        {children}
      </div>
    </div>
  )
}

const noMore = () => {}

export interface RefusedNoticeProps {
  readonly problem: ApiProblem
  /** Called once the same person has signed in again, if that was the problem. */
  readonly onSignedIn?: (() => void) | undefined
}

/** Why a change was not made, with the platform's message for each value. */
export function RefusedNotice({ problem, onSignedIn }: RefusedNoticeProps) {
  const { title, detail } = useProblemText()(problem)
  if (problem.status === 401) return <SignedOut onSignedIn={onSignedIn} />
  return (
    <SendingNotice tone="critical" title={title}>
      <p>{detail}</p>
      {problem.status === 422 ? <RefusedValues problem={problem} /> : null}
      {problem.retryAfter === undefined ? null : (
        <Wait key={`${problem.requestId}`} seconds={problem.retryAfter} />
      )}
      {problem.requestId ? <SupportId id={problem.requestId} /> : null}
    </SendingNotice>
  )
}

function Wait({ seconds }: { seconds: number }) {
  const t = useTranslations("departments.patch")
  const left = useCountdown(seconds, noMore)
  return (
    <p role="timer" aria-live="off" className="tabular">
      {t("wait", { seconds: left })}
    </p>
  )
}

function RefusedValues({ problem }: { problem: ApiProblem }) {
  const labelOf = useDepartmentLabel()
  return (
    <ul className="list-disc space-y-0.5 pl-4">
      {problem.errors.map(({ parameter, message }) => (
        <li key={parameter}>
          {labelOf(parsePointer(parameter)?.[0] ?? parameter)}: {message}
        </li>
      ))}
    </ul>
  )
}

export interface ReadFailureProps {
  readonly error: unknown
  readonly onRetry: () => void
}

/** Why the edit log, or a department in it, could not be read, with an action. */
export function ReadFailure({ error, onRetry }: ReadFailureProps) {
  const t = useTranslations("common")
  const problem = toProblem(error)
  const { title, detail } = useProblemText()(problem)
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
