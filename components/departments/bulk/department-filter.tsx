import { useMemo, useState } from "react"
import { useLocale, useTranslations } from "use-intl"
import type { TreeEntry } from "@/lib/client"
import { Button } from "../../ui/button"
import { Combobox } from "../../ui/combobox"
import { Select } from "../../ui/select"
import { useFieldLabel } from "../../ui/use-field-label"
import { useValueLabel } from "../../ui/use-value-label"
import {
  chooseDepartments,
  type DepartmentFilter as Filter,
  isOpen,
  valuesOf,
} from "./choose-departments"

export interface DepartmentFilterProps {
  readonly departments: readonly TreeEntry[]
  readonly selected: readonly string[]
  readonly onSelect: (ids: readonly string[]) => void
}

const anyType = ""

/** Chooses departments by type, branch and city. */
export function DepartmentFilter({ departments, selected, onSelect }: DepartmentFilterProps) {
  const t = useTranslations("departments.bulk.filter")
  const [filter, setFilter] = useState<Filter>({})
  const locale = useLocale()
  const found = useMemo(
    () => (isOpen(filter) ? [] : chooseDepartments(departments, filter, locale)),
    [departments, filter, locale],
  )
  const ids = found.map(({ id }) => id)
  const more = [...new Set([...selected, ...ids])]
  return (
    <section aria-label={t("title")} className="space-y-3 border-b bg-sunken px-4 py-3">
      <FilterFields departments={departments} filter={filter} onFilter={setFilter} />
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="min-w-0 flex-1 basis-40 text-ink-muted tabular">
          {isOpen(filter) ? t("choose") : t("found", { count: found.length })}
        </p>
        <Button size="sm" disabled={found.length === 0} onClick={() => onSelect(ids)}>
          {t("only")}
        </Button>
        <Button size="sm" disabled={more.length === selected.length} onClick={() => onSelect(more)}>
          {t("add", { count: more.length - selected.length })}
        </Button>
      </div>
    </section>
  )
}

interface FilterFieldsProps {
  readonly departments: readonly TreeEntry[]
  readonly filter: Filter
  readonly onFilter: (filter: Filter) => void
}

function FilterFields({ departments, filter, onFilter }: FilterFieldsProps) {
  const t = useTranslations("departments.bulk.filter")
  const labelOf = useFieldLabel()
  const valueLabel = useValueLabel()
  const locale = useLocale()
  const types = useMemo(() => valuesOf(departments, "type", locale), [departments, locale])
  const cities = useMemo(() => valuesOf(departments, "city", locale), [departments, locale])
  const branches = useBranches(departments)
  const same = (value: string) => ({ value, label: value })
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Select
        label={labelOf("type")}
        options={[
          { value: anyType, label: t("anyType") },
          ...types.map((type) => ({ value: type, label: valueLabel("type", type) })),
        ]}
        value={filter.type ?? anyType}
        onValueChange={(type) => onFilter({ ...filter, type: type === anyType ? undefined : type })}
      />
      <Combobox
        label={t("below")}
        placeholder={t("anywhere")}
        options={branches}
        clearable
        value={filter.below ?? null}
        onValueChange={(below) => onFilter({ ...filter, below: below ?? undefined })}
      />
      <Combobox
        label={labelOf("city")}
        placeholder={t("anyCity")}
        options={cities.map(same)}
        clearable
        value={filter.city ?? null}
        onValueChange={(city) => onFilter({ ...filter, city: city ?? undefined })}
      />
    </div>
  )
}

/** The departments that have others below them, told apart by what is above them. */
function useBranches(departments: readonly TreeEntry[]) {
  const locale = useLocale()
  return useMemo(() => {
    const { compare } = new Intl.Collator(locale, { numeric: true })
    const names = new Map(departments.map(({ id, name }) => [id, name]))
    const parents = new Set(departments.map(({ parentId }) => parentId))
    return departments
      .filter(({ id }) => parents.has(id))
      .map(({ id, name, parentId }) => ({
        value: id,
        label: name,
        description: parentId === null ? undefined : names.get(parentId),
      }))
      .toSorted((one, other) => compare(one.label, other.label))
  }, [departments, locale])
}
