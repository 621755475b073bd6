import { useQuery } from "@tanstack/react-query"
import { X } from "lucide-react"
import Link from "next/link"
import { useMemo } from "react"
import { useLocale, useTranslations } from "use-intl"
import { departmentTreeOptions, type TreeEntry } from "@/lib/client"
import { type ActivityEntry, activityPeopleOptions, editOutcomes } from "../edits/activity-log"
import { batchesOptions } from "../edits/batches"
import { Button } from "../ui/button"
import { Combobox, type ComboboxProps } from "../ui/combobox"
import { type Option, Select } from "../ui/select"
import { shortenId } from "../ui/short-id"
import { useActivityScreen } from "./activity-context"
import { type ActivityView, isWhole } from "./activity-view"
import { PeriodControl } from "./period-control"

interface BatchChipProps {
  readonly batch: string
  readonly onRemove: () => void
}

/** Shows that the list is limited to one batch; links to its page and removes the filter. */
function BatchChip({ batch, onRemove }: BatchChipProps) {
  const t = useTranslations("activity.filter")
  const { data } = useQuery(batchesOptions())
  const title = data?.find(({ id }) => id === batch)?.title
  return (
    <span className="inline-flex h-7 max-w-full items-stretch overflow-hidden rounded-md border border-line-strong bg-surface text-xs shadow-xs">
      <Link
        href={`/organisation/batches/${batch}`}
        prefetch={false}
        className="flex min-w-0 items-center px-2 hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="truncate">{title ? t("batch", { title }) : t("oneBatch")}</span>
      </Link>
      <button
        type="button"
        aria-label={t("removeBatch")}
        onClick={onRemove}
        className="grid w-6 shrink-0 place-items-center border-l text-ink-faint hover:bg-hover hover:text-ink focus-visible:-outline-offset-2"
      >
        <X className="size-3.5" aria-hidden="true" />
      </button>
    </span>
  )
}

const none: readonly TreeEntry[] = []

/** All departments as options, distinguished by path, city and id. */
function useDepartmentOptions(
  chosen: string | undefined,
): Pick<ComboboxProps<string>, "options" | "source"> {
  const { data, error, isPending, refetch } = useQuery(departmentTreeOptions())
  const departments = data?.departments ?? none
  const locale = useLocale()
  const options = useMemo(() => {
    const { compare } = new Intl.Collator(locale, { numeric: true })
    const names = new Map(departments.map(({ id, name }) => [id, name]))
    const options = departments
      .map(({ id, name, parentId, city, externalId }) => ({
        value: id,
        label: name,
        description: [
          parentId === null ? null : names.get(parentId),
          city,
          externalId,
          shortenId(id),
        ]
          .filter(Boolean)
          .join(" · "),
      }))
      .toSorted((one, other) => compare(one.label, other.label))
    const isUnknown = chosen !== undefined && !names.has(chosen)
    return isUnknown ? [{ value: chosen, label: shortenId(chosen) }, ...options] : options
  }, [departments, locale, chosen])
  return { options, source: { data, error, isPending, refetch } }
}

/**
 * Everyone who made an edit, plus the selected person, by name; until that is loaded, the people of
 * the loaded edits.
 */
function usePeople(
  entries: readonly ActivityEntry[],
  chosen: string | undefined,
): readonly Option[] {
  const { data: people } = useQuery(activityPeopleOptions())
  const locale = useLocale()
  return useMemo(() => {
    const { compare } = new Intl.Collator(locale, { numeric: true })
    const names = new Map<string, string>()
    for (const { personId, personName } of people ?? entries)
      names.set(personId, personName ?? shortenId(personId))
    if (chosen !== undefined && !names.has(chosen)) names.set(chosen, shortenId(chosen))
    return [...names]
      .map(([value, label]) => ({ value, label }))
      .toSorted((one, other) => compare(one.label, other.label))
  }, [people, entries, chosen, locale])
}

interface ActivityFiltersProps {
  readonly view: ActivityView
  readonly onView: (view: ActivityView) => void
}

type Outcome = ActivityEntry["outcome"]

const any = "any"
const width = "w-full sm:w-44"

/** The filters of the activity: department, person, outcome, period and batch. */
export function ActivityFilters({ view, onView }: ActivityFiltersProps) {
  const t = useTranslations("activity.filter")
  const { entries } = useActivityScreen().log
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

/** Drops undefined members, as `exactOptionalPropertyTypes` requires. */
const withoutGaps = (view: { readonly [name: string]: unknown }): ActivityView =>
  Object.fromEntries(Object.entries(view).filter(([, value]) => value !== undefined))

function useOutcomeOptions(): readonly Option<Outcome | typeof any>[] {
  const t = useTranslations("activity")
  return [
    { value: any, label: t("filter.anyOutcome") },
    ...editOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) })),
  ]
}
