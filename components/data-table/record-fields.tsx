import { useTranslations } from "use-intl"
import { type Field, type Fields, isApiAddress, type Row } from "@/lib/catalogue"
import type { LinkOf } from "@/lib/client"
import { Badge } from "../ui/badge"
import { cn } from "../ui/class-names"
import { TechnicalDetails } from "../ui/technical-details"
import { useFieldLabel } from "../ui/use-field-label"
import type { CellFormat } from "./cell-format"
import { RecordValue } from "./record-value"

export interface RecordFieldsProps {
  readonly fields: Fields
  readonly row: Row
  readonly format: CellFormat
  readonly linkOf: LinkOf
  /** Fields that are shown elsewhere. */
  readonly except?: readonly string[]
  /** True within another record. */
  readonly isNested?: boolean
  /** Narrower labels, as within another record. */
  readonly isNarrow?: boolean
}

/**
 * A record's fields by the catalogue, with labels and full values: nested parts expanded, technical
 * fields collapsed.
 */
export function RecordFields(props: RecordFieldsProps) {
  const { fields, except = [], isNested = false } = props
  const shown = Object.keys(fields).filter((name) => {
    const { sameAs } = fields[name] ?? {}
    return !except.includes(name) && !(sameAs && Object.hasOwn(fields, sameAs))
  })
  const isTechnical = (name: string) =>
    !isNested &&
    (name === "id" || isApiAddress(fields, name) || fields[name]?.deprecated !== undefined)
  const technical = shown.filter(isTechnical)
  return (
    <>
      <FieldList {...props} names={shown.filter((name) => !isTechnical(name))} />
      {technical.length > 0 ? (
        <TechnicalDetails className="border-t py-1.5">
          <FieldList {...props} names={technical} />
        </TechnicalDetails>
      ) : null}
    </>
  )
}

interface FieldListProps extends RecordFieldsProps {
  readonly names: readonly string[]
}

function FieldList({ names, ...props }: FieldListProps) {
  const { fields, row, format, linkOf, isNested = false, isNarrow = isNested } = props
  const nest = (nested: Fields, part: Row) => (
    <RecordFields fields={nested} row={part} format={format} linkOf={linkOf} isNested />
  )
  return (
    <dl className="divide-y">
      {names.map((name) => {
        const field = fields[name]
        return field ? (
          <div
            key={name}
            className={cn(
              "grid gap-x-4 gap-y-0.5 py-1.5 sm:items-baseline",
              isNarrow
                ? "grid-cols-[6rem_minmax(0,1fr)] first:pt-1 last:pb-1"
                : "sm:grid-cols-[10rem_minmax(0,1fr)]",
            )}
          >
            <FieldName name={name} field={field} />
            <dd className="min-w-0 break-words">
              <RecordValue
                name={name}
                field={field}
                value={row[name] ?? sameValue(fields, row, name)}
                format={format}
                linkOf={linkOf}
                nest={nest}
              />
            </dd>
          </div>
        ) : null
      })}
    </dl>
  )
}

function FieldName({ name, field }: { readonly name: string; readonly field: Field }) {
  const t = useTranslations("common")
  const labelOf = useFieldLabel()
  return (
    <dt className="text-ink-muted">
      {labelOf(name)}
      {field.deprecated ? (
        <Badge tone="caution" className="ml-2" title={field.deprecated.note}>
          {t("deprecated")}
        </Badge>
      ) : null}
    </dt>
  )
}

/** The value under a field's alias, for platforms that send only that one. */
const sameValue = (fields: Fields, row: Row, name: string): unknown =>
  Object.entries(fields)
    .filter(([, field]) => field.sameAs === name)
    .map(([other]) => row[other])
    .find((value) => value !== undefined)
