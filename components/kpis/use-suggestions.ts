import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { useTranslations } from "use-intl"
import { printSeriesQuestion, type SeriesAnswer, type SeriesQuestion } from "@/lib/catalogue"
import { suggestionsOptions, toProblem } from "@/lib/client"
import type { ExplorerPartProps } from "./explorer-setup"
import { useRangeText } from "./use-range-name"
import { isHidden } from "./values-told"

/** What can be asked instead of a question of which nothing may be shown; undefined while that is asked for. */
export type Suggestions = readonly SeriesQuestion[] | undefined

export interface AskedAnswer {
  /** The answer to this very question. */
  readonly answer: SeriesAnswer | undefined
  readonly error: unknown
  /** What the copy holds. */
  readonly version: string
}

/** Asks for suggestions where every value is hidden, or the question refused, because too few people are behind it. */
export function useSuggestions(
  { setup, exploration }: ExplorerPartProps,
  { answer, error, version }: AskedAnswer,
): Suggestions {
  const isRefused = error !== null && toProblem(error).code === "small_groups"
  const found = useQuery({
    ...suggestionsOptions(setup.operation, setup.dataSetId, exploration.question, version),
    enabled: isRefused || (answer !== undefined && isHidden(answer)),
  })
  return found.isError ? [] : found.data
}

/** Where a page opens without a question of its own and nothing of it may be shown, asks the nearest one that may; returns it while it is shown. */
export function useOpening(
  { setup, exploration, onExploration }: ExplorerPartProps,
  isPlain: boolean,
  suggestions: Suggestions,
): SeriesQuestion | undefined {
  const [opened, setOpened] = useState<SeriesQuestion>()
  const next = isPlain ? suggestions?.[0] : undefined
  useEffect(() => {
    if (!next) return
    setOpened(next)
    onExploration({ ...exploration, question: next }, { replace: true })
  })
  const print = (question: SeriesQuestion) => `${printSeriesQuestion(setup.operation, question)}`
  return opened && print(opened) === print(exploration.question) ? opened : undefined
}

/** Says what a suggestion changes in a question: "By month · Last 12 months". */
export function useSuggestionText(): (asked: SeriesQuestion, suggested: SeriesQuestion) => string {
  const t = useTranslations("kpis")
  const rangeText = useRangeText()
  return (asked, { bucket, grouping, filters, within, ranges: [range] }) => {
    const isOtherRange = rangeText(range) !== rangeText(asked.ranges[0])
    const isUnfiltered = filters.length < asked.filters.length || within !== asked.within
    return [
      ...(bucket === asked.bucket ? [] : [t(`by.${bucket}`)]),
      ...(grouping === asked.grouping ? [] : [t("hidden.noGroups")]),
      ...(isUnfiltered ? [t("empty.noFilters")] : []),
      ...(isOtherRange ? [rangeText(range)] : []),
    ].join(" · ")
  }
}
