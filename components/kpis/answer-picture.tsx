"use client"

import type { ReactNode } from "react"
import { useFormatter, useTranslations } from "use-intl"
import { seriesFileName } from "@/lib/catalogue"
import { Picture } from "../charts/picture"
import { dateTimeFormat } from "../ui/date-time-format"
import { panelsShown } from "./build-model"
import { useNoteText, useShownNotes } from "./chart-notes"
import { useExplorer, useShownAnswer, useShownUnit } from "./explorer-context"
import { useDaysText, useGroupingName, useQueryLimits, useQueryName } from "./labels"

/** Layout widths before scaling to a slide, in pixels; small multiples need more room. */
const widths = { one: 780, each: 1300 } as const

/** The visible chart while it is saved as a picture. */
export function AnswerPicture({ children }: { readonly children: ReactNode }) {
  const { setup, exploration, picture, setPicture } = useExplorer()
  const { answer } = useShownAnswer()
  const { question, chart } = exploration
  const t = useTranslations("kpis")
  const unit = useShownUnit()
  const daysText = useDaysText()
  const queryName = useQueryName()
  const groupingName = useGroupingName()
  const limits = useQueryLimits()
  const format = useFormatter()
  const { notes } = useShownNotes(answer)
  const noteText = useNoteText()
  if (!picture) return null
  const [range] = answer.ranges
  const { syncedUntil } = answer.completeness
  const within =
    question.within === undefined ? limits(question).slice(2) : limits(question).slice(1)
  const by = question.grouping === "none" ? undefined : groupingName(question)
  const groupNames = {
    label: t("columns.label"),
    user: t("columns.user"),
    department: by,
    none: by,
  }
  return (
    <Picture
      format={picture}
      name={seriesFileName(setup.name, groupNames[question.grouping], range)}
      width={widths[panelsShown(exploration, answer)?.panels ?? "one"]}
      title={setup.name}
      subtitle={[
        [t(`measures.${question.measure}`), unit].filter(Boolean).join(", "),
        ...(by ? [by] : []),
        ...(chart === "ranked" ? [] : [queryName(question)]),
        daysText(range.counted ?? range),
        ...within,
      ].join(" · ")}
      foot={[
        ...notes.map(noteText),
        syncedUntil
          ? t("sourceAsOf", { time: format.dateTime(new Date(syncedUntil), dateTimeFormat) })
          : t("source"),
      ]}
      onDone={() => setPicture(undefined)}
    >
      {children}
    </Picture>
  )
}
