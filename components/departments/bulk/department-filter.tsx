import { useMemo, useState } from "react"
import { useLocale, useTranslations } from "use-intl"
import { departmentsBelow } from "@/lib/catalogue"
import type { TreeEntry } from "@/lib/client"
import { useDepartmentLabel } from "../../edits/format-value"
import { Button } from "../../ui/button"
import { Combobox } from "../../ui/combobox"
import { Select } from "../../ui/select"
import { useValueLabel } from "../../ui/use-value-label"
import { useBulkScreen } from "./bulk-draft"

/** What departments are chosen by; what is absent does not matter. */
interface ChoiceFilter {
  readonly type?: string | undefined
  /** The department that they stand below, at any depth. */
  readonly below?: string | undefined
  readonly city?: string | undefined
}

/** True where it names nothing, so that nobody chooses everything by accident. */
const isBlank = ({ type, below, city }: ChoiceFilter): boolean =>
  type === undefined && below === undefined && city === undefined

/** The departments that a filter names, by name in the language's order. */
export function chooseDepartments(
  departments: readonly TreeEntry[],
  { type, below, city }: ChoiceFilter,
  locale: string,
): readonly TreeEntry[] {
  const branch = below === undefined ? undefined : new Set(departmentsBelow(departments, below))
  branch?.delete(below ?? "")
  const { compare } = new Intl.Collator(locale, { numeric: true })
  return departments
    .filter(
      (department) =>
        (type === undefined || department.type === type) &&
        (city === undefined || department.city === city) &&
        (branch === undefined || branch.has(department.id)),
    )
    .toSorted((one, other) => compare(one.name, other.name))
}

/** The values that a field has, each once, in the language's order. */
export function chosenValuesOf(
  departments: readonly TreeEntry[],
  field: "type" | "city",
  locale: string,
): string[] {
  const values = new Set(departments.flatMap((department) => department[field] ?? []))
  return [...values].toSorted(new Intl.Collator(locale, { numeric: true }).compare)
}

const anyType = ""

/** Chooses departments by type, branch and city. */
export function DepartmentFilter() {
  const t = useTranslations("departments.bulk.filter")
  const { departments, selected, select } = useBulkScreen()
  const [filter, setFilter] = useState<ChoiceFilter>({})
  const locale = useLocale()
  const found = useMemo(
    () => (isBlank(filter) ? [] : chooseDepartments(departments, filter, locale)),
    [departments, filter, locale],
  )
  const ids = found.map(({ id }) => id)
  const more = [...new Set([...selected, ...ids])]
  return (
    <section aria-label={t("title")} className="space-y-3 border-b bg-sunken px-4 py-3">
      <FilterFields filter={filter} onFilter={setFilter} />
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="min-w-0 flex-1 basis-40 text-ink-muted tabular">
          {isBlank(filter) ? t("choose") : t("found", { count: found.length })}
        </p>
        <Button size="sm" disabled={found.length === 0} onClick={() => select(ids)}>
          {t("only")}
        </Button>
        <Button size="sm" disabled={more.length === selected.length} onClick={() => select(more)}>
          {t("add", { count: more.length - selected.length })}
        </Button>
      </div>
    </section>
  )
}

interface FilterFieldsProps {
  readonly filter: ChoiceFilter
  readonly onFilter: (filter: ChoiceFilter) => void
}

function FilterFields({ filter, onFilter }: FilterFieldsProps) {
  const { departments } = useBulkScreen()
  const t = useTranslations("departments.bulk.filter")
  const labelOf = useDepartmentLabel()
  const valueLabel = useValueLabel()
  const locale = useLocale()
  const types = useMemo(() => chosenValuesOf(departments, "type", locale), [departments, locale])
  const cities = useMemo(() => chosenValuesOf(departments, "city", locale), [departments, locale])
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

/** The departments that have others below them, distinguished by what is above them. */
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
