import { useTranslations } from "use-intl"
import { toProblem } from "@/lib/client"
import { SignedOut } from "./signed-out"
import { SupportId } from "./support-id"
import { useCodeText } from "./use-code-text"
import { useFaultText } from "./use-fault-text"

export interface ChangeProblemProps {
  readonly error: unknown
  /** False if nothing was entered. */
  readonly keeps?: boolean
}

/**
 * Why a change was refused: the invalid values, else the text of the code, else the server's own
 * text.
 */
export function ChangeProblem({ error, keeps = true }: ChangeProblemProps) {
  const t = useTranslations("errors")
  const textOf = useCodeText()
  const { say } = useFaultText()
  if (!error) return null
  const { code, status, detail, errors, requestId } = toProblem(error)
  if (status === 401) return <SignedOut keeps={keeps} />
  const known = textOf(code)
  const said = known ? `${known.title}. ${known.detail}` : detail || t("unexpected.detail")
  return (
    <div role="alert" className="grid gap-1 text-critical-ink text-xs">
      <p>{errors.map(say).join(" ") || said}</p>
      {requestId ? <SupportId id={requestId} /> : null}
    </div>
  )
}
