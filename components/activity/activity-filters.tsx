import { X } from "lucide-react"
import { useTranslations } from "use-intl"
import { type ActivityEntry, editOutcomes } from "@/lib/client"
import { Button } from "../ui/button"
import { Combobox } from "../ui/combobox"
import { type Option, Select } from "../ui/select"
import type { ActivityView } from "./activity-view"
import { isWhole } from "./activity-view"
import { BatchChip } from "./batch-chip"
import { PeriodControl } from "./period-control"
import { useDepartmentOptions } from "./use-department-options"
import { usePeople } from "./use-people"

export interface ActivityFiltersProps {
  readonly view: ActivityView
  readonly onView: (view: ActivityView) => void
  /** The edits that have been read, which tell who there is to choose. */
  readonly entries: readonly ActivityEntry[]
}

type Outcome = ActivityEntry["outcome"]

const any = "any"
const width = "w-full sm:w-44"

/** What the activity is narrowed to: department, person, outcome, period and batch. */
export function ActivityFilters({ view, onView, entries }: ActivityFiltersProps) {
  const t = useTranslations("activity.filter")
  const set = (part: Partial<{ [name in keyof ActivityView]: ActivityView[name] | undefined }>) =>
    onView(withoutGaps({ ...view, ...part, id: undefined }))
  return (
    <fieldset aria-label={t("label")} className="flex flex-wrap items-center gap-2 print:hidden">
      <Combobox
        size="sm"
        clearable
        label={t("department")}
        placeholder={t("anyDepartment")}
        searchPlaceholder={t("searchDepartment")}
        {...useDepartmentOptions(view.record)}
        value={view.record ?? null}
        onValueChange={(record) => set({ record: record ?? undefined })}
        className="w-full sm:w-56"
      />
      <Combobox
        size="sm"
        clearable
        label={t("person")}
        placeholder={t("anyone")}
        options={usePeople(entries, view.person)}
        value={view.person ?? null}
        onValueChange={(person) => set({ person: person ?? undefined })}
        className={width}
      />
      <Select
        size="sm"
        label={t("outcome")}
        options={useOutcomeOptions()}
        value={view.outcome ?? any}
        onValueChange={(outcome) => set({ outcome: outcome === any ? undefined : outcome })}
        className={width}
      />
      <PeriodControl period={view.period} onPeriod={(period) => set({ period })} />
      {view.batch === undefined ? null : (
        <BatchChip batch={view.batch} onRemove={() => set({ batch: undefined })} />
      )}
      {isWhole(view) ? null : (
        <Button size="sm" variant="ghost" onClick={() => onView({})}>
          <X aria-hidden="true" />
          {t("clear")}
        </Button>
      )}
    </fieldset>
  )
}

/** Guarantees that no member is there and undefined. */
const withoutGaps = (view: { readonly [name: string]: unknown }): ActivityView =>
  Object.fromEntries(Object.entries(view).filter(([, value]) => value !== undefined))

function useOutcomeOptions(): readonly Option<Outcome | typeof any>[] {
  const t = useTranslations("activity")
  return [
    { value: any, label: t("filter.anyOutcome") },
    ...editOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) })),
  ]
}
