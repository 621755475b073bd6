import { useTranslations } from "use-intl"
import { isFaultCode, type Problem } from "@/lib/catalogue"

/** Says what is wrong with a position in a file, and where that is, in the reader's language where the fault is known. */
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
