import { createContext, type ReactNode, use } from "react"
import {
  dayAt,
  type Fields,
  type Filter,
  type ListOperation,
  type Role,
  type SeriesAnswer,
  type SeriesQuery,
  type SeriesRange,
} from "@/lib/catalogue"
import { defaultChart, type Exploration, type ReportViews } from "@/lib/client"
import type { PictureFormat } from "../charts/picture"
import type { ExplorerModel } from "./build-model"
import { cellBetween, cellOf } from "./cell"
import type { ValueRow } from "./table-rows"

export interface DataSet {
  readonly id: string
  readonly name: string
  readonly unit?: string | undefined
}

/** The explorer's data from the server; serializable. */
export interface ExplorerSetup {
  readonly dataSetId: string
  readonly name: string
  readonly unit: string
  readonly dataSets: readonly DataSet[]
  /** The list of data points. */
  readonly operation: ListOperation
  readonly fields: Fields
  /** Roles that may read it, so that an exploration can be shared with them. */
  readonly roles: readonly Role[]
  /** Shown if the address has no exploration. */
  readonly opening: Exploration
  /** The saved explorations when the page was rendered. */
  readonly views?: ReportViews
}

/** Components of other features inside an explorer. */
export interface ExplorerSlots {
  readonly renderFilters: (props: {
    readonly filters: readonly Filter[]
    readonly onFilters: (filters: readonly Filter[]) => void
  }) => ReactNode
  readonly renderZone: (props: {
    readonly zone: string
    readonly onZone: (zone: string) => void
  }) => ReactNode
}

/** Navigates to another exploration; `replace` replaces the history entry. */
export type ChangeExploration = (next: Exploration, how?: { readonly replace?: boolean }) => void

export interface ExplorerState {
  readonly setup: ExplorerSetup
  readonly exploration: Exploration
  readonly changeExploration: ChangeExploration
  /** The current answer; undefined before the first one. */
  readonly answer: SeriesAnswer | undefined
  /** The first range before each zoom, the newest last. */
  readonly zoomed: readonly SeriesRange[]
  readonly setZoomed: (ranges: readonly SeriesRange[]) => void
  /** The format of the picture that is being saved. */
  readonly picture: PictureFormat | undefined
  readonly setPicture: (format: PictureFormat | undefined) => void
}

export const ExplorerContext = createContext<ExplorerState | undefined>(undefined)

/** The surrounding explorer: its data set, exploration and setters. */
export function useExplorer(): ExplorerState {
  const state = use(ExplorerContext)
  if (!state) throw new Error("There is no explorer around this part.")
  return state
}

/** True if comparisons can be shifted by days to align weekdays. */
export const hasWeekdays = ({ bucket }: Pick<SeriesQuery, "bucket">): boolean =>
  bucket === "day" || bucket === "hour"

/** The query, and a setter for parts of it that also closes the rows beside the chart. */
export function useSeriesQuery() {
  const { exploration, changeExploration } = useExplorer()
  const { cell: _, ...rest } = exploration
  const { question, chart } = exploration
  const changeQuestion = (change: Partial<SeriesQuery>) => {
    const next = { ...question, ...change }
    const alignWeekdays = next.alignWeekdays && hasWeekdays(next)
    changeExploration({
      ...rest,
      chart: chart === defaultChart(question) ? defaultChart(next) : chart,
      question: { ...next, alignWeekdays },
    })
  }
  return { question, changeQuestion }
}

/** The unit of the current values; empty for counts. */
export function useShownUnit(): string {
  const { setup, exploration } = useExplorer()
  return exploration.question.measure === "count" ? "" : setup.unit
}

/** The current answer, and the unit of its values; empty for counts. */
export function useShownAnswer() {
  const { answer } = useExplorer()
  const unit = useShownUnit()
  if (!answer) throw new Error("There is no answer yet.")
  return { answer, unit }
}

/** Opens a group's rows between two moments beside the chart. */
export function useOpenCell() {
  const { exploration, changeExploration } = useExplorer()
  return ({ from, to, group }: Pick<ValueRow, "from" | "to" | "group">) =>
    changeExploration({ ...exploration, cell: cellBetween(from, to, group) })
}

/** Opens a cell's rows beside the chart, by line and bucket of a model. */
export function useOpenBucket() {
  const { exploration, changeExploration } = useExplorer()
  const { answer } = useShownAnswer()
  return ({ sources }: ExplorerModel, line: number, index: number) => {
    const source = sources[line]
    if (!source) return
    const { range, group, match } = source
    const cell = cellOf(answer, { range, group, index: match[index] })
    if (cell) changeExploration({ ...exploration, cell })
  }
}

/** Zooms to buckets of the first range, bounds inclusive, and back if there is a previous range. */
export function useZoom() {
  const { zoomed, setZoomed } = useExplorer()
  const { question, changeQuestion } = useSeriesQuery()
  const { answer } = useShownAnswer()
  const last = zoomed.at(-1)
  const changeFirst = (first: SeriesRange) => {
    const [, ...others] = question.ranges
    changeQuestion({ ranges: [first, ...others] })
  }
  const zoomInto = (from: number, to: number) => {
    const [{ edges }] = answer.ranges
    const { zone, ranges } = answer.question
    const start = dayAt(edges[from] ?? 0, zone)
    const end = dayAt((edges[to + 1] ?? 1) - 1, zone)
    setZoomed([...zoomed, ranges[0]])
    changeFirst({ from: start, to: end })
  }
  const zoomBack = () => {
    if (last === undefined) return
    setZoomed(zoomed.slice(0, -1))
    changeFirst(last)
  }
  return { zoomInto, zoomBack: last === undefined ? undefined : zoomBack }
}
