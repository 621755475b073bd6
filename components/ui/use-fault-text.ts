import { useTranslations } from "use-intl"
import { isFaultCode, type Problem } from "@/lib/catalogue"

/** Describes a fault in a file and its position, in the reader's language if the fault is known. */
export function useFaultText() {
  const t = useTranslations("settings.faults")
  return {
    say({ message, fault }: Problem): string {
      if (!fault || !isFaultCode(fault.code)) return message
      return t(`codes.${fault.code}`, { figure: fault.figure ?? 0 })
    },
    place({ parameter, line }: Problem): string {
      if (line !== undefined) return t("line", { line })
      return parameter === "" ? t("wholeFile") : parameter
    },
  }
}
