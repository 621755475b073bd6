import { ArrowDown, ArrowDownUp, ArrowUp, X } from "lucide-react"
import { useTranslations } from "use-intl"
import type { ListOperation, SortTerm } from "@/lib/catalogue"
import { sortInForce } from "@/lib/client"
import { fieldLabel } from "@/lib/client/messages"
import { Button } from "../ui/button"
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover"
import { Select } from "../ui/select"
import { labelNameOf } from "./property-field"

export interface SortMenuProps {
  readonly operation: ListOperation
  /** The chosen order; empty for the report's own. */
  readonly sort: readonly SortTerm[]
  readonly onChange: (sort: readonly SortTerm[]) => void
}

/** The order by several properties, also those that are no column. */
export function SortMenu({ operation, sort, onChange }: SortMenuProps) {
  const t = useTranslations("reports")
  return (
    <Popover>
      <PopoverTrigger
        render={
          <Button variant="ghost" size="sm">
            <ArrowDownUp aria-hidden="true" />
            {sort.length > 0 ? t("sort.labelCount", { count: sort.length }) : t("sort.label")}
          </Button>
        }
      />
      <PopoverContent label={t("sort.label")} className="grid w-80 gap-2">
        <SortTerms operation={operation} sort={sort} onChange={onChange} />
      </PopoverContent>
    </Popover>
  )
}

function SortTerms({ operation, sort, onChange }: SortMenuProps) {
  const t = useTranslations("reports")
  const inForce = sortInForce(operation, sort)
  const labelOf = (property: string) => fieldLabel(labelNameOf(operation, property))
  const unused = Object.entries(operation.properties)
    .filter(([name, { sort }]) => sort && !inForce.some((term) => term.property === name))
    .map(([name]) => ({ value: name, label: labelOf(name) }))
  const replace = (term: SortTerm, next: readonly SortTerm[]) =>
    onChange(inForce.flatMap((other) => (other === term ? next : [other])))
  return (
    <>
      {sort.length === 0 ? <p className="text-ink-muted text-xs">{t("sort.byDefault")}</p> : null}
      <ol className="grid gap-1">
        {inForce.map((term, index) => (
          <SortRow
            key={term.property}
            order={index + 1}
            label={labelOf(term.property)}
            term={term}
            onTurn={() => replace(term, [{ ...term, descending: !term.descending }])}
            onRemove={() => replace(term, [])}
          />
        ))}
      </ol>
      {unused.length > 0 ? (
        <Select
          label={t("sort.add")}
          placeholder={t("sort.add")}
          options={unused}
          value={null}
          onValueChange={(property) => onChange([...inForce, { property, descending: false }])}
        />
      ) : null}
      {sort.length > 0 ? (
        <Button variant="ghost" size="sm" onClick={() => onChange([])}>
          {t("sort.reset")}
        </Button>
      ) : null}
    </>
  )
}

interface SortRowProps {
  readonly order: number
  readonly label: string
  readonly term: SortTerm
  readonly onTurn: () => void
  readonly onRemove: () => void
}

function SortRow({ order, label, term, onTurn, onRemove }: SortRowProps) {
  const t = useTranslations("reports")
  const direction = t(term.descending ? "sort.descending" : "sort.ascending")
  const Arrow = term.descending ? ArrowDown : ArrowUp
  return (
    <li className="flex items-center gap-2 rounded-md border py-0.5 pr-0.5 pl-2">
      <span className="w-3 text-ink-faint text-xs tabular">{order}</span>
      <span className="min-w-0 flex-1 truncate">{label}</span>
      <Button
        variant="ghost"
        size="sm"
        aria-label={t("sort.direction", { property: label, direction })}
        onClick={onTurn}
      >
        <Arrow aria-hidden="true" />
        {direction}
      </Button>
      <button
        type="button"
        aria-label={t("sort.remove", { property: label })}
        onClick={onRemove}
        className="grid size-7 place-items-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink"
      >
        <X className="size-3.5" aria-hidden="true" />
      </button>
    </li>
  )
}
