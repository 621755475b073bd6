import { ListFilter, X } from "lucide-react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import type { Fields, Filter, ListOperation } from "@/lib/catalogue"
import { sameCondition } from "@/lib/client"
import type { CellFormat } from "../data-table"
import { Button } from "../ui/button"
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover"
import { FilterEditor } from "./filter-editor"
import { useFilterText } from "./filter-text"

export interface FilterBarProps {
  readonly operation: ListOperation
  readonly fields: Fields
  readonly filters: readonly Filter[]
  readonly format: CellFormat
  readonly onChange: (filters: readonly Filter[]) => void
}

/** The filters in force as chips, each to change or take away, and the way to add one. */
export function FilterBar({ operation, fields, filters, format, onChange }: FilterBarProps) {
  const t = useTranslations("reports")
  const without = (filter: Filter) => filters.filter((other) => !sameCondition(other, filter))
  const put = (filter: Filter, instead?: Filter) =>
    onChange([...(instead ? without(instead) : filters), filter].filter(keepLast))
  const shared = { operation, fields, filters, format }
  return (
    <fieldset aria-label={t("filter.label")} className="contents">
      {filters.map((filter) => (
        <FilterChip
          key={`${filter.property} ${filter.operator}`}
          {...shared}
          filter={filter}
          onChange={(next) => put(next, filter)}
          onRemove={() => onChange(without(filter))}
        />
      ))}
      <AddFilter {...shared} onAdd={put} />
      {filters.length > 1 ? (
        <Button variant="ghost" size="sm" onClick={() => onChange([])}>
          {t("clearFilters")}
        </Button>
      ) : null}
    </fieldset>
  )
}

/** A list takes each condition once; the newest stands. */
const keepLast = (filter: Filter, index: number, all: readonly Filter[]) =>
  !all.some((later, at) => at > index && sameCondition(later, filter))

type SharedProps = Omit<FilterBarProps, "onChange">

function AddFilter({ onAdd, ...shared }: SharedProps & { onAdd: (filter: Filter) => void }) {
  const t = useTranslations("reports")
  const [open, setOpen] = useState(false)
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger
        render={
          <Button variant="ghost" size="sm">
            <ListFilter aria-hidden="true" />
            {t("filter.add")}
          </Button>
        }
      />
      <PopoverContent label={t("filter.add")} className="p-0">
        <FilterEditor
          {...shared}
          onDone={(filter) => {
            setOpen(false)
            onAdd(filter)
          }}
        />
      </PopoverContent>
    </Popover>
  )
}

interface FilterChipProps extends SharedProps {
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
  readonly onRemove: () => void
}

function FilterChip({ filter, onChange, onRemove, ...shared }: FilterChipProps) {
  const t = useTranslations("reports")
  const [open, setOpen] = useState(false)
  const { label, condition, value } = useFilterText(shared)(filter)
  const text = `${label} ${condition} ${value}`.trim()
  return (
    <span className="inline-flex h-7 max-w-full items-stretch overflow-hidden rounded-md border border-line-strong bg-surface text-xs shadow-xs">
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger
          aria-label={t("filter.edit", { filter: text })}
          className="flex min-w-0 items-center gap-1 px-2 hover:bg-hover focus-visible:-outline-offset-2 data-popup-open:bg-hover"
        >
          <span className="shrink-0 text-ink-muted">{label}</span>
          <span className="shrink-0 text-ink-faint">{condition}</span>
          {value ? <span className="truncate font-medium">{value}</span> : null}
        </PopoverTrigger>
        <PopoverContent label={t("filter.edit", { filter: text })} className="p-0">
          <FilterEditor
            {...shared}
            filter={filter}
            onDone={(next) => {
              setOpen(false)
              onChange(next)
            }}
          />
        </PopoverContent>
      </Popover>
      <button
        type="button"
        aria-label={t("filter.remove", { filter: text })}
        onClick={onRemove}
        className="grid w-6 place-items-center border-l text-ink-faint hover:bg-hover hover:text-ink focus-visible:-outline-offset-2"
      >
        <X className="size-3.5" aria-hidden="true" />
      </button>
    </span>
  )
}
