import { useTranslations } from "use-intl"
import type { ApiProblem } from "@/lib/client"
import { parsePointer } from "@/lib/json-patch"
import { SignedOut } from "../ui/signed-out"
import { SupportId } from "../ui/support-id"
import { useCountdown } from "../ui/use-countdown"
import { SendingNotice } from "./sending-notice"
import { useDepartmentLabel } from "./use-department-label"
import { useProblemWords } from "./use-problem-words"

const noMore = () => {}

export interface RefusedNoticeProps {
  readonly problem: ApiProblem
  /** Called once the same person is signed in again, where that was what was wanting. */
  readonly onSignedIn?: (() => void) | undefined
}

/** Why a change was not made, in words, with what the platform says of each value. */
export function RefusedNotice({ problem, onSignedIn }: RefusedNoticeProps) {
  const { title, detail } = useProblemWords()(problem)
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
