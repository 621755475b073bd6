import { useTranslations } from "use-intl"
import { Button } from "../ui/button"
import type { Sending } from "./use-sending"

export interface SendingActionsProps {
  readonly sending: Sending
  /** False if there is nothing to send, or too much. */
  readonly canSend: boolean
  readonly onClose: () => void
  readonly onConflict: () => void
}

/** The actions for each state of sending, the primary one last. */
export function SendingActions({ onClose, ...props }: SendingActionsProps) {
  const t = useTranslations("departments.patch")
  return (
    <>
      <Button disabled={props.sending.state.step === "sending"} onClick={onClose}>
        {t("back")}
      </Button>
      <MainActions {...props} />
    </>
  )
}

function MainActions({ sending, canSend, onConflict }: Omit<SendingActionsProps, "onClose">) {
  const t = useTranslations("departments.patch")
  const { state, send, reset } = sending
  if (state.step === "unknown") {
    const { verdict } = state
    if (verdict === "changed") return <Main label={t("compare")} onClick={onConflict} />
    if (verdict === "not_applied") return <Main label={t("reviewAgain")} onClick={reset} />
    return <Main label={t("readAgain")} onClick={send} />
  }
  if (state.step === "refused" && state.problem.status === 409)
    return <Main label={t("compare")} onClick={onConflict} />
  if (state.step === "refused" && [400, 404, 413, 422].includes(state.problem.status)) return null
  const label = t(state.step === "refused" ? "sendAgain" : "send")
  return <Main label={label} disabled={!canSend || state.step === "sending"} onClick={send} />
}

interface MainProps {
  readonly label: string
  readonly disabled?: boolean
  readonly onClick: () => void
}

/** Keeps the focus while pending, so that the next action is focused. */
const Main = ({ label, disabled = false, onClick }: MainProps) => (
  <Button variant="primary" focusableWhenDisabled disabled={disabled} onClick={onClick}>
    {label}
  </Button>
)
