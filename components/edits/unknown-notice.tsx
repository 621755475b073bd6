import { useTranslations } from "use-intl"
import { SendingNotice } from "./sending-notice"
import type { SendingState } from "./use-sending"

type Unknown = Extract<SendingState, { step: "unknown" }>

/** What is known of a change whose outcome was not answered. */
export function UnknownNotice({ state: { reading, isReading } }: { state: Unknown }) {
  const t = useTranslations("departments.patch.outcome")
  const isApplied = !isReading && reading?.verdict === "applied"
  return (
    <SendingNotice
      tone={isApplied ? "positive" : "caution"}
      title={t(`titles.${reading && !isReading ? reading.verdict : "unknown"}`)}
      role={reading ? "status" : "alert"}
    >
      <p aria-busy={isReading}>
        {isReading ? t("reading") : t(reading ? reading.verdict : "failed")}
      </p>
    </SendingNotice>
  )
}
