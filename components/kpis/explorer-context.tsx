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

/** A data set that the workspace names. */
export interface DataSet {
  readonly id: string
  readonly name: string
  readonly unit?: string | undefined
}

/** All that an explorer page needs to know, found on the server; plain data. */
export interface ExplorerSetup {
  readonly dataSetId: string
  readonly name: string
  readonly unit: string
  readonly dataSets: readonly DataSet[]
  /** The data points' list. */
  readonly operation: ListOperation
  readonly fields: Fields
  /** The roles whose people may read it, so that an exploration can be shared with them. */
  readonly roles: readonly Role[]
  /** What the page shows where its address says nothing. */
  readonly opening: Exploration
  /** The saved explorations at the time of the page. */
  readonly views?: ReportViews
}

/** What other features show within an explorer. */
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

/** Puts another exploration into the address, in place of the last one where it is `replace`. */
export type ChangeExploration = (next: Exploration, how?: { readonly replace?: boolean }) => void

/** What the parts of an explorer share. */
export interface ExplorerState {
  readonly setup: ExplorerSetup
  readonly exploration: Exploration
  readonly changeExploration: ChangeExploration
  /** The answer that is shown, undefined before the first one. */
  readonly answer: SeriesAnswer | undefined
  /** The first ranges before each zoom, the newest last. */
  readonly zoomed: readonly SeriesRange[]
  readonly setZoomed: (ranges: readonly SeriesRange[]) => void
  /** The picture of the chart that is being drawn to be saved. */
  readonly picture: PictureFormat | undefined
  readonly setPicture: (format: PictureFormat | undefined) => void
}

/** Around all parts of an explorer. */
export const ExplorerContext = createContext<ExplorerState | undefined>(undefined)

/** The explorer around a part: what it is of, what it shows, and how that is changed. */
export function useExplorer(): ExplorerState {
  const state = use(ExplorerContext)
  if (!state) throw new Error("There is no explorer around this part.")
  return state
}

/** Whether what is compared can be moved by days so that its weekdays match. */
export const hasWeekdays = ({ bucket }: Pick<SeriesQuery, "bucket">): boolean =>
  bucket === "day" || bucket === "hour"

/** The query and how to change parts of it, which closes the rows beside the chart. */
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

/** The unit of the values that are shown: none for counts. */
export function useShownUnit(): string {
  const { setup, exploration } = useExplorer()
  return exploration.question.measure === "count" ? "" : setup.unit
}

/** The answer that is shown, and the unit of its values: none for counts. */
export function useShownAnswer() {
  const { answer } = useExplorer()
  const unit = useShownUnit()
  if (!answer) throw new Error("There is no answer yet.")
  return { answer, unit }
}

/** Opens the rows of a group between two moments beside the chart. */
export function useOpenCell() {
  const { exploration, changeExploration } = useExplorer()
  return ({ from, to, group }: Pick<ValueRow, "from" | "to" | "group">) =>
    changeExploration({ ...exploration, cell: cellBetween(from, to, group) })
}

/** Opens the rows of a cell beside the chart, by a line of a model and its bucket. */
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

/** Zooms into buckets of the answer's first range, both included, and back, where there is a range before. */
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
