import { useFormatter, useNow, useTranslations } from "use-intl"
import type { SeriesAnswer, WeekPattern } from "@/lib/catalogue"
import { useRangeText } from "./labels"

/** Describes what buckets, or cells of the week, leave out. */
function useLeftOut() {
  const t = useTranslations("kpis.notes")
  const p = useTranslations("kpis.pattern")
  const rangeText = useRangeText()
  const now = useNow().getTime()
  const ofWeek = ({ question, ranges, least = 0 }: SeriesAnswer, { states }: WeekPattern) => {
    const countOf = (letter: string) => states.split(letter).length - 1
    const [suppressed, inPart] = [countOf("s"), countOf("p")]
    return [
      ...(question.grouping === "none" ? [] : [p("together")]),
      ...(ranges.length > 1 ? [p("first", { range: rangeText(ranges[0].range) })] : []),
      ...(suppressed > 0 ? [p("suppressed", { count: suppressed, least })] : []),
      ...(inPart > 0 ? [p("part", { count: inPart, least })] : []),
    ]
  }
  const ofBuckets = ({ question, ranges, dataStart, dataEnd, leftOut, least }: SeriesAnswer) => {
    const [{ edges, lines, partial }] = ranges
    const { bucket } = question
    const since = dataStart.from ?? Number.NEGATIVE_INFINITY
    const until = dataEnd.until ?? Number.POSITIVE_INFINITY
    const startOf = (index: number) => edges[index] ?? 0
    const cut = partial.filter((index) => startOf(index) < until && startOf(index + 1) > since)
    const running = cut.filter((index) => startOf(index) <= now && now < startOf(index + 1))
    const inPart = edges.filter((_, index) =>
      lines.some(({ states }) => states[index] === "p"),
    ).length
    const isHidden = leftOut.suppressed > 0 || hasState(ranges, "s")
    return [
      ...(running.length > 0 ? [t("running", { bucket })] : []),
      ...(cut.length > running.length
        ? [t("cut", { bucket, count: cut.length - running.length })]
        : []),
      ...(least !== undefined && isHidden
        ? [t("suppressed", { count: leftOut.suppressed, least })]
        : []),
      ...(least !== undefined && inPart > 0 ? [t("part", { bucket, count: inPart, least })] : []),
    ]
  }
  return (answer: SeriesAnswer) =>
    answer.pattern ? ofWeek(answer, answer.pattern) : ofBuckets(answer)
}

const hasState = (ranges: SeriesAnswer["ranges"], letter: string) =>
  ranges.some(({ lines }) => lines.some(({ states }) => states.includes(letter)))

interface AnswerNotesProps {
  readonly answer: SeriesAnswer
  /** True if groups are shown for the whole period, without buckets. */
  readonly isRanked?: boolean
}

/** How complete an answer is, and what it leaves out. */
export function AnswerNotes({ answer, isRanked = false }: AnswerNotesProps) {
  const t = useTranslations("kpis.notes")
  const format = useFormatter()
  const leftOutOf = useLeftOut()
  const { completeness, leftOut, least, ranges, dataStart, dataEnd, question } = answer
  const { state, gaps } = completeness
  const since = dataStart.from ?? Number.NEGATIVE_INFINITY
  const until = dataEnd.until ?? Number.POSITIVE_INFINITY
  const [{ edges }] = ranges
  const isUnsynced = answer.pattern ? answer.pattern.states.includes("u") : hasState(ranges, "u")
  const dayOf = (moment: number) =>
    format.dateTime(new Date(moment), {
      day: "numeric",
      month: "short",
      year: "numeric",
      timeZone: question.zone,
    })
  const notes = [
    ...(state === "complete"
      ? gaps.length > 0
        ? [t("gaps", { count: gaps.length })]
        : []
      : [t(state === "none" ? "none" : "copying")]),
    ...(isRanked ? [] : leftOutOf(answer)),
    ...(ranges.some((range) => (range.edges[0] ?? 0) < since)
      ? [t("dataFrom", { day: dayOf(since) })]
      : []),
    ...(dataEnd.isBehind && until < (edges.at(-1) ?? 0)
      ? [t("dataTo", { day: dayOf(until - 1) })]
      : []),
    ...(isUnsynced ? [t("unsynced")] : []),
    ...(least === undefined ? [] : [t("blocks", { least })]),
    ...(leftOut.withoutValue > 0 ? [t("withoutValue", { count: leftOut.withoutValue })] : []),
    ...(leftOut.unplaced > 0 ? [t("unplaced", { count: leftOut.unplaced })] : []),
  ]
  if (notes.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 border-t px-4 py-2.5 text-ink-muted text-xs">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
