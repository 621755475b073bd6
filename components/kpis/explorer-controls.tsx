import { ArrowLeftRight, X } from "lucide-react"
import { useTranslations } from "use-intl"
import {
  type BucketSize,
  bucketSizes,
  dayAt,
  dayCount,
  measures,
  periodDays,
  printGrouping,
  type SeriesQuery,
  type SeriesRange,
  topLimit,
} from "@/lib/catalogue"
import { isTold } from "@/lib/client"
import { Button } from "../ui/button"
import { Combobox } from "../ui/combobox"
import { Menu, MenuCheckboxItem, MenuContent, MenuSeparator, MenuTrigger } from "../ui/menu"
import { Select } from "../ui/select"
import { type ExplorerSlots, hasWeekdays, useExplorer, useSeriesQuery } from "./explorer-context"
import { type QueryGrouping, useGroupingName, useIdNames, useLevels, useRangeText } from "./labels"
import { RangeMenu } from "./range-menu"

/** Compares the first range with the previous one, the year before, or both. */
function CompareControl() {
  const { question, changeQuestion } = useSeriesQuery()
  const t = useTranslations("kpis.controls")
  const rangeText = useRangeText()
  const [first, ...others] = question.ranges
  const toggle = (range: "previous" | "year", isOn: boolean) => {
    const rest = others.filter((each) => each !== range)
    const next = isOn ? [...rest, range] : rest
    const order = (each: unknown) => (each === "previous" ? 0 : each === "year" ? 1 : 2)
    changeQuestion({
      ranges: [first, ...next.toSorted((one, other) => order(one) - order(other))],
      ...(others.length === 0 && { alignWeekdays: true }),
    })
  }
  const text = others.map(rangeText).join(", ")
  return (
    <Menu>
      <MenuTrigger
        render={<Button size="sm" variant={others.length > 0 ? "secondary" : "ghost"} />}
      >
        <ArrowLeftRight aria-hidden="true" />
        {others.length === 0 ? t("compare") : t("comparedWith", { ranges: text })}
      </MenuTrigger>
      <MenuContent>
        {(["previous", "year"] as const).map((range) => (
          <MenuCheckboxItem
            key={range}
            checked={others.includes(range)}
            disabled={first === "all"}
            onCheckedChange={(isOn) => toggle(range, isOn)}
          >
            {rangeText(range)}
          </MenuCheckboxItem>
        ))}
        <MenuSeparator />
        <MenuCheckboxItem
          checked={question.alignWeekdays}
          disabled={others.length === 0 || !hasWeekdays(question)}
          onCheckedChange={(alignWeekdays) => changeQuestion({ alignWeekdays })}
        >
          {t("align")}
        </MenuCheckboxItem>
      </MenuContent>
    </Menu>
  )
}

function RangeControl() {
  const { question, changeQuestion } = useSeriesQuery()
  const [first, ...others] = question.ranges
  return (
    <RangeMenu
      range={first}
      zone={question.zone}
      onChoose={(range) =>
        changeQuestion({
          bucket: fittingBucket(question, range),
          ranges: [range, ...comparedWith(range, others)],
        })
      }
    />
  )
}

/**
 * The comparisons of a range. For whole years, the previous period is the year before, so it is
 * compared once.
 */
function comparedWith(range: SeriesRange, others: readonly SeriesRange[]): SeriesRange[] {
  const ofYears = range === "this-year" || range === "last-year" || range === "last-12-months"
  const isTwice = ofYears && others.includes("previous") && others.includes("year")
  return others.filter((each) => each !== range && !(isTwice && each === "previous"))
}

/** Ranges of at least this many days are shown by month: a chart of more buckets cannot be read. */
const longDays = 200

/** The buckets for a new range: those of the query, or months if there would be too many. */
function fittingBucket({ bucket, zone }: SeriesQuery, range: SeriesRange): BucketSize {
  if (bucket !== "day" && bucket !== "hour") return bucket
  if (range === "all") return "month"
  if (range === "previous" || range === "year") return bucket
  return dayCount(periodDays(range, dayAt(Date.now(), zone))) >= longDays ? "month" : bucket
}

/** The number of selectable tree levels until the tree is loaded. */
const usualLevels = 5
const tops = [3, 5, 10, 20, topLimit]

/** The controls of a query: measure, bucket, groups, days, comparisons, targets and filters. */
export function ExplorerControls({ renderFilters, renderZone }: ExplorerSlots) {
  const { answer } = useExplorer()
  const { question, changeQuestion } = useSeriesQuery()
  const t = useTranslations("kpis")
  return (
    <div className="flex flex-wrap items-center gap-1.5 print:hidden">
      <Select
        size="sm"
        className="w-auto"
        label={t("controls.measure")}
        options={measures.map((value) => ({
          value,
          label: t(`measures.${value}`),
          ...(!isTold(value, answer?.least) && {
            disabled: true,
            description: t("untold.title"),
          }),
        }))}
        value={question.measure}
        onValueChange={(measure) => changeQuestion({ measure })}
      />
      <Select
        size="sm"
        className="w-auto"
        label={t("controls.bucket")}
        options={bucketSizes.map((value) => ({ value, label: t(`by.${value}`) }))}
        value={question.bucket}
        disabled={question.pattern !== undefined}
        onValueChange={(bucket) => changeQuestion({ bucket })}
      />
      <GroupControl />
      <span className="mx-1 h-4 border-l max-sm:hidden" />
      <RangeControl />
      <CompareControl />
      <GivenTargets />
      <span className="mx-1 h-4 border-l max-sm:hidden" />
      <WithinControl />
      {renderFilters({
        filters: question.filters,
        onFilters: (filters) => changeQuestion({ filters }),
      })}
      <div className="ml-auto">
        {renderZone({ zone: question.zone, onZone: (zone) => changeQuestion({ zone }) })}
      </div>
    </div>
  )
}

/** Targets in the address, in addition to the data set's own; each can be removed. */
function GivenTargets() {
  const { exploration, changeExploration } = useExplorer()
  const t = useTranslations("kpis.targets")
  const { targets } = exploration
  return targets.map((target) => (
    <Button
      key={target.name}
      size="sm"
      variant="secondary"
      aria-label={t("remove", { name: target.name })}
      onClick={() =>
        changeExploration({ ...exploration, targets: targets.filter((each) => each !== target) })
      }
    >
      {target.name}
      <X aria-hidden="true" />
    </Button>
  ))
}

function GroupControl() {
  const { question, changeQuestion } = useSeriesQuery()
  const t = useTranslations("kpis.controls")
  const { grouping, top } = question
  const groupingName = useGroupingName()
  const own = printGrouping(question)
  const choices = useGroupings()
  const all = choices.some((each) => printGrouping(each) === own) ? choices : [...choices, question]
  const options = all.map((each) => ({ value: printGrouping(each), label: groupingName(each) }))
  const choose = (text: string) => {
    const { level, type, grouping } = all.find((each) => printGrouping(each) === text) ?? {
      grouping: "none",
    }
    // `undefined` removes the query's current value.
    changeQuestion({ grouping, level, type } as Partial<SeriesQuery>)
  }
  return (
    <>
      <Select
        size="sm"
        className="w-auto"
        label={t("group")}
        options={options}
        value={own}
        onValueChange={choose}
      />
      {grouping === "none" ? null : (
        <Select
          size="sm"
          className="w-auto"
          label={t("top")}
          options={[...new Set([...tops, top])]
            .toSorted((one, other) => one - other)
            .map((count) => ({ value: `${count}`, label: t("topCount", { count }) }))}
          value={`${top}`}
          onValueChange={(count) => changeQuestion({ top: Number(count) })}
        />
      )}
    </>
  )
}

/** Possible groupings: tree levels with a single type, and the types of levels with several. */
export function useGroupings(): QueryGrouping[] {
  const levels = useLevels()
  const mixed = levels.filter((types) => types.length > 1).flat()
  const known = levels.map((_, at) => at + 1)
  const numbers = levels.length > 0 ? known : Array.from({ length: usualLevels }, (_, at) => at + 1)
  const ofOneType = numbers.filter((level) => (levels[level - 1] ?? []).length <= 1)
  return [
    { grouping: "none" },
    { grouping: "label" },
    ...ofOneType.map((level) => ({ grouping: "department" as const, level })),
    ...[...new Set(mixed)].map((type) => ({ grouping: "department" as const, type })),
    { grouping: "department" },
    { grouping: "user" },
  ]
}

function WithinControl() {
  const { question, changeQuestion } = useSeriesQuery()
  const t = useTranslations("kpis.controls")
  const { departments, department } = useIdNames()
  const { within } = question
  const ids = Object.keys(departments)
  if (ids.length === 0 && within === undefined) return null
  const all = within === undefined || ids.includes(within) ? ids : [...ids, within]
  const options = all
    .map((value) => ({ value, label: department(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  return (
    <Combobox
      size="sm"
      className="w-48"
      label={t("within")}
      placeholder={t("everywhere")}
      options={options}
      value={within ?? null}
      clearable
      onValueChange={(id) => changeQuestion({ within: id ?? undefined } as Partial<SeriesQuery>)}
    />
  )
}
