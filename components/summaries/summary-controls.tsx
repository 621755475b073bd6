import { Plus, X } from "lucide-react"
import { useTranslations } from "use-intl"
import {
  bucketSizes,
  type Filter,
  isTimeProperty,
  type ListOperation,
  measuresOf,
  type SummaryGroup,
  type SummaryMeasure,
  type SummaryMeasureName,
  summaryLimits,
  summaryMeasures,
  summaryProperties,
  summaryProperty,
} from "@/lib/catalogue"
import { fieldOf } from "@/lib/client"
import { Button } from "../ui/button"
import { Combobox } from "../ui/combobox"
import { IconButton } from "../ui/icon-button"
import { Select } from "../ui/select"
import { usePropertyLabel, useSummary, useSummaryQuery } from "./summary-context"

const usualBucket = "month"

/** The grouping by a property; times are grouped by month by default. */
function groupOf(operation: ListOperation, property: string): SummaryGroup {
  const known = summaryProperty(operation, property)
  return known && isTimeProperty(known) ? { property, bucket: usualBucket } : { property }
}

/** The field that groups rows, and the bucket of times. */
function GroupControl({ at }: { at: 0 | 1 }) {
  const { operation } = useSummary()
  const { question, changeQuestion } = useSummaryQuery()
  const t = useTranslations("summaries")
  const buckets = useTranslations("kpis.buckets")
  const propertyLabel = usePropertyLabel()
  const group = question.groups[at]
  const taken = question.groups[1 - at]
  const isFree = (name: string) => taken?.bucket !== undefined || taken?.property !== name
  const options = summaryProperties(operation)
    .filter(([name]) => isFree(name))
    .map(([name]) => ({ value: name, label: propertyLabel(name) }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  const put = (next: SummaryGroup | undefined) => {
    const groups = [...question.groups]
    groups.splice(at, 1, ...(next ? [next] : []))
    changeQuestion({ groups })
  }
  return (
    <span className="flex items-center gap-1">
      <Combobox
        size="sm"
        className="w-44 shrink-0"
        clearable
        label={t(at === 0 ? "groupBy" : "thenBy")}
        placeholder={t("chooseField")}
        options={options}
        value={group?.property ?? null}
        onValueChange={(name) => put(name === null ? undefined : groupOf(operation, name))}
      />
      {group?.bucket !== undefined ? (
        <Select
          size="sm"
          className="w-28"
          label={t("bucket")}
          options={bucketSizes.map((bucket) => ({ value: bucket, label: buckets(bucket) }))}
          value={group.bucket}
          onValueChange={(bucket) => put({ ...group, bucket })}
        />
      ) : null}
    </span>
  )
}

/** The default condition: false for a boolean, else the first named value. */
function usualCondition(
  operation: ListOperation,
  firstValue: (name: string) => string | undefined,
) {
  const all = summaryProperties(operation)
  const yesNo = all.find(([, { type }]) => type === "boolean")
  if (yesNo) return { property: yesNo[0], operator: "eq", value: false } as const
  for (const [name] of all) {
    const value = firstValue(name)
    if (value !== undefined) return { property: name, operator: "eq", value } as const
  }
  return { property: all[0]?.[0] ?? "", operator: "ne", value: null } as const
}

const propertiesFor = (operation: ListOperation, name: SummaryMeasureName) =>
  summaryProperties(operation).filter(([, property]) =>
    (measuresOf(property) as readonly string[]).includes(name),
  )

/** Another measure that keeps as much of the previous one as possible. */
function measureFor(
  operation: ListOperation,
  { name, before, condition }: { name: SummaryMeasureName; before?: string; condition: Filter },
): SummaryMeasure | undefined {
  if (name === "count") return { name }
  if (name === "share") return { name, condition }
  const found = propertiesFor(operation, name)
  const [property] = found.find(([own]) => own === before) ?? found[0] ?? []
  return property === undefined ? undefined : { name, property }
}

function useMeasureFor() {
  const { operation, fields } = useSummary()
  const firstValue = (name: string) => fieldOf(operation, fields, name)?.values?.[0]
  return (name: SummaryMeasureName, before?: string) =>
    measureFor(operation, {
      name,
      condition: usualCondition(operation, firstValue),
      ...(before !== undefined && { before }),
    })
}

interface MeasureControlProps {
  readonly measure: SummaryMeasure
  readonly onMeasure: (measure: SummaryMeasure | undefined) => void
  readonly isOnly: boolean
}

/** A figure: its computation and its property. */
function MeasureControl({ measure, onMeasure, isOnly }: MeasureControlProps) {
  const { operation, slots } = useSummary()
  const t = useTranslations("summaries")
  const propertyLabel = usePropertyLabel()
  const nextMeasure = useMeasureFor()
  const before = "property" in measure ? measure.property : undefined
  const names = summaryMeasures.filter((name) => nextMeasure(name) !== undefined)
  return (
    <fieldset
      aria-label={t("figure")}
      className="flex max-w-full flex-wrap items-center gap-1 rounded-md border border-line bg-sunken p-1"
    >
      <Select
        size="sm"
        className="w-36"
        label={t("figure")}
        options={names.map((name) => ({ value: name, label: t(`measures.${name}`) }))}
        value={measure.name}
        onValueChange={(name) => onMeasure(nextMeasure(name, before) ?? measure)}
      />
      {measure.name === "share"
        ? slots.renderCondition({
            condition: measure.condition,
            onCondition: (condition) => onMeasure({ ...measure, condition }),
          })
        : null}
      {"property" in measure ? (
        <Combobox
          size="sm"
          className="w-40 shrink-0"
          label={t("ofField")}
          options={propertiesFor(operation, measure.name).map(([name]) => ({
            value: name,
            label: propertyLabel(name),
          }))}
          value={measure.property}
          onValueChange={(property) => {
            if (property !== null) onMeasure({ ...measure, property })
          }}
        />
      ) : null}
      {isOnly ? null : (
        <IconButton size="sm" label={t("removeFigure")} onClick={() => onMeasure(undefined)}>
          <X aria-hidden="true" />
        </IconButton>
      )}
    </fieldset>
  )
}

/** The figures of each group, in column order. */
function MeasuresControl() {
  const { question, changeQuestion } = useSummaryQuery()
  const t = useTranslations("summaries")
  const nextMeasure = useMeasureFor()
  const { measures, sort } = question
  const put = (all: readonly SummaryMeasure[]) => {
    const [first = { name: "count" } as const, ...others] = all
    changeQuestion({ measures: [first, ...others] })
  }
  const change = (at: number, next: SummaryMeasure | undefined) => {
    if (next) return put(measures.map((each, index) => (index === at ? next : each)))
    const [first = { name: "count" } as const, ...others] = measures.filter(
      (_, index) => index !== at,
    )
    const by =
      sort?.by === at ? 0 : typeof sort?.by === "number" && sort.by > at ? sort.by - 1 : sort?.by
    changeQuestion({
      measures: [first, ...others],
      ...(sort && by !== undefined && { sort: { ...sort, by } }),
    })
  }
  const more = (["count", "share", "average", "distinct"] as const)
    .filter((name) => measures.every((each) => each.name !== name))
    .flatMap((name) => nextMeasure(name) ?? [])[0]
  return (
    <>
      {measures.map((measure, at) => (
        <MeasureControl
          // biome-ignore lint/suspicious/noArrayIndexKey: a measure's place is what it is known by
          key={at}
          measure={measure}
          isOnly={measures.length === 1}
          onMeasure={(next) => change(at, next)}
        />
      ))}
      {more && measures.length < summaryLimits.measures ? (
        <Button variant="ghost" size="sm" onClick={() => put([...measures, more])}>
          <Plus aria-hidden="true" />
          {t("addFigure")}
        </Button>
      ) : null}
    </>
  )
}

function ControlRow({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <span className="w-20 shrink-0 text-ink-muted text-xs max-sm:w-full">{label}</span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5">{children}</div>
    </div>
  )
}

/** The question: grouping fields, figures, and filters. */
export function SummaryControls() {
  const { slots } = useSummary()
  const { question } = useSummaryQuery()
  const t = useTranslations("summaries")
  return (
    <div className="grid gap-2 rounded-lg border bg-surface p-3 print:hidden">
      <ControlRow label={t("groupBy")}>
        <GroupControl at={0} />
        {question.groups.length > 0 ? <GroupControl at={1} /> : null}
      </ControlRow>
      <ControlRow label={t("figures")}>
        <MeasuresControl />
      </ControlRow>
      <ControlRow label={t("filters")}>
        {slots.filters}
        <span className="ml-auto">{slots.zone}</span>
      </ControlRow>
    </div>
  )
}
