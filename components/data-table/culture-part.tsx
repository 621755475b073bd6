import { useLocale, useTranslations } from "use-intl"
import type { Fields, Row } from "@/lib/catalogue"
import { cultureName } from "./culture-name"
import { CultureTabs } from "./culture-tabs"
import { cultureField } from "./nested-kind"
import type { RecordPartProps } from "./record-part"

const without = (fields: Fields, name: string | undefined): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name))

/** The same texts in several languages, a tab for each. */
export function CulturePart({ field, value, nest }: RecordPartProps) {
  const t = useTranslations("table")
  const locale = useLocale()
  if (field.type !== "array" || field.items.type !== "object" || !Array.isArray(value)) return null
  const { fields } = field.items
  const named = cultureField(fields)
  const entries: readonly Row[] = value
  const tabs = entries.map((entry, index) => {
    const culture = `${entry[named ?? ""] ?? index}`
    const content = nest(without(fields, named), entry)
    return { culture, name: cultureName(locale, culture), content }
  })
  return <CultureTabs label={t("languages")} tabs={tabs} />
}
