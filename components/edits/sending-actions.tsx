import { useTranslations } from "use-intl"
import type { Row } from "@/lib/catalogue"
import { Button } from "../ui/button"
import type { Sending } from "./use-sending"

export interface SendingActionsProps {
  readonly sending: Sending
  /** Absent where it cannot be sent. */
  readonly onSend: (() => void) | undefined
  readonly onClose: () => void
  readonly onApplied: (record: Row) => void
  readonly onConflict: () => void
}

/** The ways on from where the sending of a change stands, the main one last. */
export function SendingActions({ onClose, ...props }: SendingActionsProps) {
  const t = useTranslations("departments.patch")
  const isBusy = props.sending.state.step === "sending"
  return (
    <>
      <Button disabled={isBusy} onClick={onClose}>
        {t("back")}
      </Button>
      <MainActions {...props} />
    </>
  )
}

function MainActions({ sending, onSend, ...props }: Omit<SendingActionsProps, "onClose">) {
  const t = useTranslations("departments.patch")
  const { state } = sending
  if (state.step === "unknown") return <UnknownActions sending={sending} {...props} />
  if (state.step === "refused" && state.problem.status === 409)
    return <Main label={t("compare")} onClick={props.onConflict} />
  if (state.step === "refused" && [400, 404, 413, 422].includes(state.problem.status)) return null
  const label = t(state.step === "refused" ? "sendAgain" : "send")
  return <Main label={label} disabled={!onSend || state.step === "sending"} onClick={onSend} />
}

function UnknownActions({
  sending,
  onApplied,
  onConflict,
}: Pick<SendingActionsProps, "sending" | "onApplied" | "onConflict">) {
  const t = useTranslations("departments.patch")
  if (sending.state.step !== "unknown") return null
  const { reading, isReading } = sending.state
  if (reading?.verdict === "applied")
    return <Main label={t("done")} onClick={() => onApplied(reading.record)} />
  return (
    <>
      <Button disabled={isReading} onClick={sending.readAgain}>
        {t("readAgain")}
      </Button>
      {reading?.verdict === "changed" ? <Main label={t("compare")} onClick={onConflict} /> : null}
      {reading?.verdict === "not_applied" ? (
        <Main label={t("reviewAgain")} disabled={isReading} onClick={sending.reset} />
      ) : null}
    </>
  )
}

interface MainProps {
  readonly label: string
  readonly disabled?: boolean
  readonly onClick: (() => void) | undefined
}

/** Keeps the focus while it is waited for, so that the next way on is at hand. */
const Main = ({ label, disabled = false, onClick }: MainProps) => (
  <Button variant="primary" focusableWhenDisabled disabled={disabled} onClick={onClick}>
    {label}
  </Button>
)
