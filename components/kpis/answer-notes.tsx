import { useFormatter, useTranslations } from "use-intl"
import type { SeriesAnswer } from "@/lib/catalogue"
import { dateTimeFormat } from "../ui/date-time-format"

/** How complete an answer is, and what it leaves out. */
export function AnswerNotes({ answer }: { answer: SeriesAnswer }) {
  const t = useTranslations("kpis.notes")
  const format = useFormatter()
  const { completeness, leftOut, least, ranges } = answer
  const write = (time: string) => format.dateTime(new Date(time), dateTimeFormat)
  const { state, syncedUntil, gaps } = completeness
  const isKnown = (letter: string) =>
    ranges.some(({ lines }) => lines.some(({ states }) => states.includes(letter)))
  const inPart = ranges[0].lines.reduce((sum, { states }) => sum + states.split("p").length - 1, 0)
  const notes = [
    state === "complete" && syncedUntil
      ? t("complete", { time: write(syncedUntil) })
      : t(state === "none" ? "none" : "copying"),
    ...(state === "complete" && gaps.length > 0 ? [t("gaps", { count: gaps.length })] : []),
    ...(ranges[0].partial.length > 0 ? [t("cut", { count: ranges[0].partial.length })] : []),
    ...(isKnown("u") ? [t("unsynced")] : []),
    ...(least !== undefined && (leftOut.suppressed > 0 || isKnown("s"))
      ? [t("suppressed", { count: leftOut.suppressed, least })]
      : []),
    ...(least !== undefined && inPart > 0 ? [t("part", { count: inPart, least })] : []),
    ...(least === undefined ? [] : [t("blocks", { least })]),
    ...(leftOut.withoutValue > 0 ? [t("withoutValue", { count: leftOut.withoutValue })] : []),
    ...(leftOut.unplaced > 0 ? [t("unplaced", { count: leftOut.unplaced })] : []),
  ]
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 border-t px-4 py-2.5 text-ink-muted text-xs">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
