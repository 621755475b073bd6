import { useMemo } from "react"
import { useLocale, useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import { cultureName, useNames } from "../data-table"
import { useValueLabel } from "../ui/use-value-label"
import { sayValue, type WordSource } from "./value-words"

const noOthers = () => undefined

/** Says a value of a department in the reader's language; `field` is the name of the innermost field. */
export type SayValue = (field: string, value: unknown) => string

/** How values of the departments of this list are said, departments and users by name where it is known. */
export function useValueWords(list: ListOperation): SayValue {
  const t = useTranslations("departments.words")
  const common = useTranslations("common")
  const locale = useLocale()
  const valueLabel = useValueLabel()
  const nameOf = useNames(list.record, list.properties, noOthers)
  return useMemo(() => {
    const words: WordSource = {
      cultureName: (code) => cultureName(locale, code),
      nameOf,
      valueLabel,
      yes: common("yes"),
      no: common("no"),
      none: t("none"),
      empty: t("empty"),
      emptyList: t("emptyList"),
    }
    return (field, value) => sayValue(field, value, words)
  }, [t, common, locale, nameOf, valueLabel])
}
