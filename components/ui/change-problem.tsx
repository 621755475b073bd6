import { useTranslations } from "use-intl"
import { toProblem } from "@/lib/client"
import { SupportId } from "./support-id"
import { useCodeText } from "./use-code-text"
import { useFaultText } from "./use-fault-text"

/** Why a change was refused, in words: what is wrong with it, else what its code says, else the answer's own words. */
export function ChangeProblem({ error }: { error: unknown }) {
  const t = useTranslations("errors")
  const textOf = useCodeText()
  const { say } = useFaultText()
  if (!error) return null
  const { code, detail, errors, requestId } = toProblem(error)
  const known = textOf(code)
  const said = known ? `${known.title}. ${known.detail}` : detail || t("unexpected.detail")
  return (
    <div role="alert" className="grid gap-1 text-critical-ink text-xs">
      <p>{errors.map(say).join(" ") || said}</p>
      {requestId ? <SupportId id={requestId} /> : null}
    </div>
  )
}
