import { useLocale, useTranslations } from "use-intl"
import type { Row } from "@/lib/catalogue"
import { cultureName } from "../../data-table"
import { cn } from "../../ui/class-names"
import { controlVariants } from "../../ui/input"
import { useFieldLabel } from "../../ui/use-field-label"
import { type ControlProps, emptyAs } from "./control-props"
import { CultureList } from "./culture-list"
import { ListFrame } from "./list-frame"

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null

const readRows = (value: unknown): readonly Row[] | null =>
  Array.isArray(value) ? value.filter(isRow) : null

const cultureOf = (row: Row) => `${row["culture"] ?? ""}`

export function DescriptionsControl(props: ControlProps) {
  const { id, label, describedBy, value, base, onChange, onBlur } = props
  const t = useTranslations("departments.fields")
  const locale = useLocale()
  const rows = readRows(value)
  const before = readRows(base) ?? []
  const nameOf = (row: Row) => cultureName(locale, cultureOf(row))
  const write = (at: number, description: unknown) =>
    onChange((rows ?? []).map((row, index) => (index === at ? { ...row, description } : row)))
  return (
    <ListFrame
      id={id}
      label={label}
      describedBy={describedBy}
      items={rows}
      onChange={onChange}
      nameOf={nameOf}
      renderItem={(row, index) => (
        <Description
          row={row}
          name={nameOf(row)}
          describedBy={describedBy}
          base={before.find((each) => cultureOf(each) === cultureOf(row))?.["description"]}
          onChange={(description) => write(index, description)}
          onBlur={onBlur}
        />
      )}
      addLabel={t("addCulture")}
      renderAdd={(add) => (
        <CultureList
          label={t("addCulture")}
          chosen={undefined}
          except={(rows ?? []).map(cultureOf)}
          onChoose={(culture) => add({ culture, description: null })}
        />
      )}
    />
  )
}

interface DescriptionProps {
  readonly row: Row
  readonly name: string
  readonly describedBy: string
  readonly base: unknown
  readonly onChange: (description: unknown) => void
  readonly onBlur: () => void
}

const shortest = 2
const maxLength = 12

function Description({ row, name, describedBy, base, onChange, onBlur }: DescriptionProps) {
  const labelOf = useFieldLabel()
  const text = `${row["description"] ?? ""}`
  const lines = Math.min(maxLength, Math.max(shortest, text.split("\n").length))
  return (
    <>
      <span className="flex min-h-7 flex-wrap items-center gap-x-2">
        {name}
        <code className="font-mono text-ink-muted text-xs">{cultureOf(row)}</code>
      </span>
      <textarea
        aria-label={`${labelOf("description")}: ${name}`}
        aria-describedby={describedBy}
        lang={cultureOf(row)}
        rows={lines}
        className={cn(controlVariants(), "mt-1 h-auto resize-y py-1.5")}
        value={text}
        onChange={({ target }) => onChange(target.value === "" ? emptyAs(base) : target.value)}
        onBlur={onBlur}
      />
    </>
  )
}
