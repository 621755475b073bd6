"use client"

import { use } from "react"
import { useTranslations } from "use-intl"
import { cellStates } from "@/lib/catalogue"
import { headlineOf, shownTargets } from "@/lib/client"
import { styleOfCompared, styleOfGroup, styleOfTarget } from "../charts/chart-model"
import { PictureHeight } from "../charts/picture"
import { type BarSeries, RankedBars } from "../charts/ranked-bars"
import { useWidth } from "../charts/use-width"
import { useCountedText } from "../ui/use-counted-text"
import { useValueFormat } from "../ui/value-format"
import { useExplorer, useOpenCell, useShownAnswer } from "./explorer-context"
import { useRangeName } from "./labels"
import type { RankedRow } from "./ranked-rows"

/**
 * The bar series of a group: the main range, each comparison with its days, and the target if a
 * group has one.
 */
export function useRankedSeries(): BarSeries[] {
  const { answer } = useShownAnswer()
  const t = useTranslations("kpis.ranges")
  const rangeName = useRangeName(answer)
  const { daysOf } = useCountedText(answer, headlineOf(answer))
  const kpis = useTranslations("kpis")
  const style = styleOfGroup(0)
  const hasTarget = shownTargets(answer).length > 0
  const ranges = answer.ranges.flatMap(({ groupsToDate }, at) => {
    const figure = groupsToDate?.[0]
    if (!figure) return []
    const { first } = figure
    const isShorter = first && first.edges.join() !== answer.ranges[0].counted?.edges.join()
    const days = isShorter
      ? t("besides", { days: daysOf(figure), others: daysOf(first) })
      : daysOf(figure)
    return {
      key: `range-${at}`,
      label: `${rangeName(at)} · ${days}`,
      colour: at === 0 ? style.colour : styleOfCompared(style, at, true).colour,
    }
  })
  const target = {
    key: "target",
    label: kpis("target"),
    colour: styleOfTarget(0).colour,
    isHollow: true,
  }
  return hasTarget ? [...ranges, target] : ranges
}

/** The height of a chart with few bars on a page, in pixels. */
const pageHeight = 220

/** The groups of an answer as bars, largest first, each beside its comparisons. */
export function AnswerRanked({ rows }: { readonly rows: readonly RankedRow[] }) {
  const { name } = useExplorer().setup
  const { answer, unit } = useShownAnswer()
  const t = useTranslations("kpis")
  const { short, exact, withUnit, percent } = useValueFormat(unit)
  const [frame, width] = useWidth<HTMLDivElement>()
  const pictureHeight = use(PictureHeight)
  const openCell = useOpenCell()
  const series = useRankedSeries()
  const rangeCount = series.filter(({ isHollow }) => !isHollow).length
  const textOf = ({ value, compared: [first] }: RankedRow) =>
    [
      value === null ? "" : exact(value),
      first?.change === null || !first ? "" : `(${percent(first.change)})`,
    ]
      .filter(Boolean)
      .join(" ")
  const categories = rows.map((row) => ({
    key: `${row.line}`,
    name:
      row.value === null
        ? `${row.name} (${t(`states.${cellStates[row.letter as keyof typeof cellStates]}`)})`
        : row.name,
    values: [
      ...[row.value, ...row.compared.map(({ before }) => before)].slice(0, rangeCount),
      ...row.targets.map(({ due }) => due),
    ],
    text: textOf(row),
  }))
  return (
    <div className="space-y-2">
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-muted text-xs">
        {series.map(({ key, label, colour, isHollow }) => (
          <li
            key={key}
            data-legend
            data-colour={colour}
            {...(isHollow && { "data-hollow": "" })}
            className="flex items-center gap-1.5"
          >
            <span
              className="size-2.5 rounded-xs"
              style={isHollow ? { border: `1.5px solid ${colour}` } : { backgroundColor: colour }}
            />
            {label}
          </li>
        ))}
      </ul>
      <div ref={frame} data-chart>
        {width > 0 ? (
          <RankedBars
            label={t("rankedLabel", { name, count: answer.groups.length })}
            series={series}
            categories={categories}
            width={width}
            height={pictureHeight ?? pageHeight}
            isFitted={pictureHeight !== undefined}
            formatAxis={short}
            formatValue={withUnit}
            onOpen={(key) => {
              const row = rows.find(({ line }) => `${line}` === key)
              if (row && row.count !== 0) openCell(row)
            }}
          />
        ) : null}
      </div>
    </div>
  )
}
