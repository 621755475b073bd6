import { useMessages, useTranslations } from "use-intl"
import type { ApiProblem } from "@/lib/client"
import type { Messages } from "@/lib/client/messages"
import { useFaultText } from "./use-fault-text"

type CodeTexts = Readonly<Record<string, Messages["errors"]["codes"]["internal"]>>

/** Why a change was refused, in words: what is wrong with it, else what its code says. */
export function ChangeProblem({ problem }: { problem: ApiProblem | undefined }) {
  const t = useTranslations("errors")
  const codes: CodeTexts = useMessages().errors.codes
  const { say } = useFaultText()
  if (!problem) return null
  const named = problem.errors.map(say).join(" ")
  const known = Object.hasOwn(codes, problem.code) ? codes[problem.code] : undefined
  return (
    <p role="alert" className="text-critical-ink text-xs">
      {named || (known ? `${known.title}. ${known.detail}` : t("unexpected.detail"))}
    </p>
  )
}
