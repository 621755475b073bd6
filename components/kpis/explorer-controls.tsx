import { useTranslations } from "use-intl"
import { bucketSizes, measures, type SeriesQuestion, topLimit } from "@/lib/catalogue"
import { Combobox } from "../ui/combobox"
import { Select } from "../ui/select"
import { CompareControl } from "./compare-control"
import type { ExplorerPartProps, ExplorerSlots, QuestionPartProps } from "./explorer-setup"
import { RangeControl } from "./range-control"
import { TargetsControl } from "./targets-control"
import { useIdNames } from "./use-group-name"

export type ExplorerControlsProps = ExplorerPartProps & ExplorerSlots

/** How many levels of the departments' tree can be chosen; an address may name deeper ones. */
const levels = [1, 2, 3, 4, 5]
const tops = [3, 5, 10, 20, topLimit]

/** The question's parts, each to change: measure, bucket, groups, days, comparisons, targets and filters. */
export function ExplorerControls({ renderFilters, renderZone, ...part }: ExplorerControlsProps) {
  const { exploration, onExploration } = part
  const t = useTranslations("kpis")
  const { question } = exploration
  const ask = (change: Partial<SeriesQuestion>) => {
    const { cell: _, ...rest } = exploration
    onExploration({ ...rest, question: { ...question, ...change } })
  }
  return (
    <div className="flex flex-wrap items-center gap-1.5 print:hidden">
      <Select
        size="sm"
        className="w-auto"
        label={t("controls.measure")}
        options={measures.map((value) => ({ value, label: t(`measures.${value}`) }))}
        value={question.measure}
        onValueChange={(measure) => ask({ measure })}
      />
      <Select
        size="sm"
        className="w-auto"
        label={t("controls.bucket")}
        options={bucketSizes.map((value) => ({ value, label: t(`by.${value}`) }))}
        value={question.bucket}
        onValueChange={(bucket) => ask({ bucket })}
      />
      <GroupControl question={question} ask={ask} />
      <span className="mx-1 h-4 border-l max-sm:hidden" />
      <RangeControl question={question} ask={ask} />
      <CompareControl question={question} ask={ask} />
      <TargetsControl {...part} />
      <span className="mx-1 h-4 border-l max-sm:hidden" />
      <WithinControl question={question} ask={ask} />
      {renderFilters({ filters: question.filters, onFilters: (filters) => ask({ filters }) })}
      <div className="ml-auto">
        {renderZone({ zone: question.zone, onZone: (zone) => ask({ zone }) })}
      </div>
    </div>
  )
}

function GroupControl({ question, ask }: QuestionPartProps) {
  const t = useTranslations("kpis.controls")
  const { grouping, level, top } = question
  const own = level === undefined ? grouping : `${grouping}:${level}`
  const asked = level !== undefined && !levels.includes(level) ? [...levels, level] : levels
  const options = [
    { value: "none", label: t("noGroups") },
    { value: "label", label: t("byLabel") },
    ...asked.map((each) => ({
      value: `department:${each}`,
      label: t("byLevel", { level: each }),
    })),
    { value: "department", label: t("byDepartment") },
    { value: "user", label: t("byUser") },
  ]
  const choose = (text: string) => {
    const { level: _, ...rest } = question
    const [name, levelText] = text.split(":")
    const found = (["none", "label", "department", "user"] as const).find((each) => each === name)
    ask({ ...rest, grouping: found ?? "none", ...leveled(levelText) })
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
          onValueChange={(count) => ask({ top: Number(count) })}
        />
      )}
    </>
  )
}

/** `undefined` takes a level away that the question had. */
const leveled = (text: string | undefined) =>
  ({ level: text === undefined ? undefined : Number(text) }) as Partial<SeriesQuestion>

function WithinControl({ question, ask }: QuestionPartProps) {
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
      onValueChange={(id) => ask({ within: id ?? undefined } as Partial<SeriesQuestion>)}
    />
  )
}
