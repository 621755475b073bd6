import { ChartNoAxesCombined, EyeOff } from "lucide-react"
import { useTranslations } from "use-intl"
import type { SeriesAnswer, SeriesQuery } from "@/lib/catalogue"
import { type Exploration, monthlyExploration } from "@/lib/client"
import { Button } from "../ui/button"
import { EmptyState } from "../ui/empty-state"
import { useExplorer, useSeriesQuery, useShownAnswer } from "./explorer-context"

const lettersOf = (ranges: SeriesAnswer["ranges"]) =>
  ranges.flatMap(({ lines }) => lines.map(({ states }) => states)).join("")

/** True if there are points, but never enough people to disclose a value. */
export const isHidden = ({ least, ranges }: Pick<SeriesAnswer, "least" | "ranges">): boolean => {
  const letters = lettersOf(ranges)
  return least !== undefined && letters.includes("s") && !/[vp]/.test(letters)
}

/** True if no cell has, will have or hides a value. */
export const isEmpty = ({ ranges }: Pick<SeriesAnswer, "ranges">): boolean =>
  /^[meba]*$/.test(lettersOf(ranges))

/** True if there are points, but none has a value. */
export const hasValuelessPoints = ({ ranges }: Pick<SeriesAnswer, "ranges">): boolean =>
  lettersOf(ranges).includes("e")

/** Alternative queries for one without a result. */
export function alternativesOf(query: SeriesQuery) {
  const { within, filters, ...unfiltered } = query
  const ways: { name: "allDays" | "noFilters"; question: SeriesQuery }[] = []
  const isFiltered = within !== undefined || filters.length > 0
  if (isFiltered) ways.push({ name: "noFilters", question: { ...unfiltered, filters: [] } })
  if (query.ranges[0] !== "all")
    ways.push({ name: "allDays", question: { ...query, ranges: ["all"] } })
  return { isFiltered, ways }
}

interface Alternative {
  readonly label: string
  readonly question: SeriesQuery
}

/** Buttons for alternative queries; undefined if there are none. */
function useAlternatives(alternatives: readonly Alternative[]) {
  const { exploration, changeExploration } = useExplorer()
  const { cell: _, ...rest } = exploration
  if (alternatives.length === 0) return undefined
  return alternatives.map(({ label, question }) => (
    <Button key={label} onClick={() => changeExploration({ ...rest, question })}>
      {label}
    </Button>
  ))
}

export const withAllDays = (exploration: Exploration): Exploration => ({
  ...exploration,
  question: { ...exploration.question, ranges: ["all"] },
})

/** A button for all points by month; undefined if they are shown already. */
export function useMonthlyButton() {
  const t = useTranslations("kpis.by")
  const { exploration } = useExplorer()
  const { bucket, grouping, filters, within, ranges } = exploration.question
  const isShown =
    bucket === "month" &&
    ranges[0] === "all" &&
    grouping === "none" &&
    within === undefined &&
    filters.length === 0
  const { question } = withAllDays(monthlyExploration(exploration))
  return useAlternatives(isShown ? [] : [{ question, label: t("month") }])
}

/** Replaces a chart without values: the reason, and alternatives. */
export function EmptyAnswer() {
  const t = useTranslations("kpis.empty")
  const { answer } = useShownAnswer()
  const { isFiltered, ways } = alternativesOf(useSeriesQuery().question)
  const actions = useAlternatives(ways.map(({ name, question }) => ({ question, label: t(name) })))
  const areAll = (letters: RegExp) =>
    answer.ranges[0].lines.every(({ states }) => letters.test(states))
  const outside = areAll(/^b+$/) ? "before" : areAll(/^[ab]+$/) ? "ahead" : undefined
  const why = outside ?? (isFiltered ? "noMatches" : "noPoints")
  return (
    <EmptyState
      icon={ChartNoAxesCombined}
      title={t("title")}
      className="min-h-80 justify-center sm:min-h-96"
      actions={actions}
    >
      <p>{t(hasValuelessPoints(answer) ? "noValues" : why)}</p>
    </EmptyState>
  )
}

/** Replaces a measure that must not be disclosed about people: the reason, and alternatives. */
export function UntoldAnswer() {
  const t = useTranslations("kpis.untold")
  const { changeQuestion } = useSeriesQuery()
  return (
    <EmptyState
      icon={EyeOff}
      title={t("title")}
      className="min-h-64"
      actions={
        <Button onClick={() => changeQuestion({ measure: "average" })}>{t("instead")}</Button>
      }
    >
      <p>{t("detail")}</p>
    </EmptyState>
  )
}

/** Replaces a chart whose values are all suppressed: the reason, and alternatives. */
export function HiddenAnswer({ least }: { readonly least: number }) {
  const t = useTranslations("kpis.hidden")
  const action = useMonthlyButton()
  return (
    <EmptyState
      icon={EyeOff}
      title={t("title", { least })}
      className="min-h-80 justify-center sm:min-h-96"
      actions={action}
    >
      {action ? <p>{t("monthly")}</p> : null}
    </EmptyState>
  )
}
