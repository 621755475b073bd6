"use client"

import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts"

/** One bar of each category. */
export interface BarSeries {
  readonly key: string
  readonly label: string
  /** A CSS colour. */
  readonly colour: string
  /** Draws only the outline. */
  readonly isHollow?: boolean
}

/** A category with a value per series: null draws no bar. */
export interface RankedCategory {
  readonly key: string
  readonly name: string
  readonly values: readonly (number | null)[]
  /** Printed at the end of its first bar. */
  readonly text: string
}

export interface RankedBarsProps {
  /** The chart's name, for screen readers. */
  readonly label: string
  readonly series: readonly BarSeries[]
  readonly categories: readonly RankedCategory[]
  /** In pixels. Few bars grow to fill the height; many extend it, unless they must fit. */
  readonly width: number
  readonly height: number
  readonly isFitted?: boolean
  /** Formats a number for the axis and the tooltip. */
  readonly formatAxis: (value: number) => string
  readonly formatValue: (value: number) => string
  readonly onOpen: (category: string) => void
}

const barSizes = { least: 12, most: 28, fitted: 3 } as const
const gaps = { page: 10, fitted: 5 } as const
const pixelsPerLetter = 7
const axisHeight = 30
const tick = { fill: "var(--ink-muted)", fontSize: 12 } as const

const shorten = (name: string, width: number) => {
  const letters = Math.floor(width / pixelsPerLetter)
  return name.length > letters ? `${name.slice(0, letters - 1)}…` : name
}

/** Categories as horizontal bars from zero, one for each series. */
export function RankedBars(props: RankedBarsProps) {
  const { label, series, categories, width, formatAxis, formatValue, onOpen, isFitted } = props
  const count = categories.length
  const gap = isFitted ? gaps.fitted : gaps.page
  const least = isFitted ? barSizes.fitted : barSizes.least
  const filling = ((props.height - axisHeight) / count - gap) / series.length - 1
  const barSize = Math.max(least, Math.min(barSizes.most, Math.floor(filling)))
  const height = count * (series.length * (barSize + 1) + gap) + axisHeight
  const longest = (texts: readonly string[]) =>
    pixelsPerLetter * Math.max(...texts.map((text) => text.length), 1)
  const nameWidth = Math.min(longest(categories.map(({ name }) => name)) + 8, width * 0.3)
  const room = Math.min(longest(categories.map(({ text }) => text)), width * 0.3)
  const hasNegative = categories.some(({ values }) => values.some((value) => (value ?? 0) < 0))
  const names = new Map(categories.map(({ key, name }) => [key, name]))
  const textOf = new Map(categories.map(({ key, text }) => [key, text]))
  const rows = categories.map(({ key, values }) => ({
    key,
    ...Object.fromEntries(series.map((each, at) => [each.key, values[at] ?? null])),
  }))
  return (
    <BarChart
      layout="vertical"
      data={rows}
      width={width}
      height={height}
      barSize={barSize}
      barGap={1}
      margin={{ top: 4, right: 8, bottom: 0, left: 0 }}
      title={label}
      className="cursor-pointer"
    >
      <CartesianGrid horizontal={false} stroke="var(--line)" />
      <XAxis
        type="number"
        height={axisHeight}
        tick={tick}
        tickLine={false}
        axisLine={false}
        padding={{ right: room, left: hasNegative ? room : 0 }}
        tickFormatter={formatAxis}
      />
      <YAxis
        type="category"
        dataKey="key"
        width={nameWidth}
        interval={0}
        tick={tick}
        tickLine={false}
        axisLine={{ stroke: "var(--line-strong)" }}
        tickFormatter={(key: string) => shorten(names.get(key) ?? "", nameWidth)}
      />
      {hasNegative ? <ReferenceLine x={0} stroke="var(--line-strong)" /> : null}
      <Tooltip
        isAnimationActive={false}
        itemSorter="dataKey"
        cursor={{ fill: "var(--hover)" }}
        labelFormatter={(key) => names.get(`${key}`) ?? ""}
        formatter={(value) => formatValue(Number(value))}
        contentStyle={{
          background: "var(--raised)",
          border: "1px solid var(--line)",
          borderRadius: 8,
          fontSize: 12,
        }}
        itemStyle={{ color: "var(--ink)", padding: 0 }}
      />
      {series.map(({ key, label: name, colour, isHollow = false }, at) => (
        <Bar
          key={key}
          dataKey={key}
          name={name}
          isAnimationActive={false}
          background={{ fill: "transparent" }}
          onClick={(_, index) => {
            const row = rows[index]
            if (row) onOpen(row.key)
          }}
          fill={isHollow ? "none" : colour}
          {...(isHollow && { stroke: colour, strokeWidth: 1.5 })}
        >
          {at === 0 ? (
            <LabelList
              dataKey="key"
              position="right"
              fill="var(--ink)"
              fontSize={12}
              formatter={(category) => textOf.get(`${category}`) ?? ""}
            />
          ) : null}
        </Bar>
      ))}
    </BarChart>
  )
}
