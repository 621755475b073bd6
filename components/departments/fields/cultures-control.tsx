import { useLocale, useTranslations } from "use-intl"
import { cultureName } from "../../data-table"
import type { ControlProps } from "./control-props"
import { CultureList } from "./culture-list"
import { ListFrame } from "./list-frame"

/** The texts of a list, whatever else is in it. */
const readTexts = (value: unknown): readonly string[] | null =>
  Array.isArray(value) ? value.map((item) => `${item}`) : null

/** Languages in an order. */
export function CulturesControl(props: ControlProps) {
  const { id, label, describedBy, value, onChange } = props
  const t = useTranslations("departments.fields")
  const locale = useLocale()
  const codes = readTexts(value)
  return (
    <ListFrame
      id={id}
      label={label}
      describedBy={describedBy}
      items={codes}
      onChange={onChange}
      nameOf={(code) => cultureName(locale, code)}
      renderItem={(code) => (
        <span className="flex min-h-7 flex-wrap items-center gap-x-2">
          {cultureName(locale, code)}
          <code className="font-mono text-ink-muted text-xs">{code}</code>
        </span>
      )}
      addLabel={t("addCulture")}
      renderAdd={(add) => (
        <CultureList
          label={t("addCulture")}
          chosen={undefined}
          except={codes ?? []}
          onChoose={add}
        />
      )}
    />
  )
}
