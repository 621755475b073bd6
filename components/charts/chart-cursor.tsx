"use client"

import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react"
import { ownValue } from "@/lib/catalogue"
import { type AxisChart, type ChartModel, shownLines } from "./chart-model"
import { stackParts } from "./chart-points"
import { bucketAt, type PlotArea, xOf, yOf } from "./plot-area"

/** A bucket and the line selected in it. */
export interface CursorPosition {
  readonly index: number
  readonly line: number
}

export interface ChartCursorProps {
  readonly plot: PlotArea
  readonly model: ChartModel
  readonly kind: AxisChart
  /** For screen readers: the chart and its keys. */
  readonly label: string
  readonly help: string
  /** The tooltip at a position. */
  readonly renderTip: (position: CursorPosition) => ReactNode
  /** The tooltip as a sentence, announced after keyboard moves. */
  readonly summarize: (position: CursorPosition) => string
  /** Called when the highlighted line changes; undefined for none. */
  readonly onLine: (line: number | undefined) => void
  readonly onOpen: (position: CursorPosition) => void
  /** Both bounds are inclusive. */
  readonly onSelect: (from: number, to: number) => void
  readonly onBack: () => void
}

/** The position of the pointer or the keyboard, and the start of a selection. */
interface CursorState {
  readonly position: CursorPosition
  readonly anchor?: number
  readonly byKeys: boolean
}

const dragPixels = 5

const clamp = (value: number, max: number) => Math.max(0, Math.min(max, value))

/** The height of each line in a bucket, to find the nearest. */
function heightsOf(model: ChartModel, kind: AxisChart, index: number) {
  const values = shownLines(model, kind).map((line) => line.values[index] ?? null)
  if (kind !== "stacked") return values
  return stackParts(values).map((part) => (part ? (part.from + part.to) / 2 : null))
}

function nearestLine({ model, kind, plot }: ChartCursorProps, index: number, y: number): number {
  const far = heightsOf(model, kind, index).map((value) =>
    value === null ? Number.POSITIVE_INFINITY : Math.abs(yOf(plot, value) - y),
  )
  return Math.max(0, far.indexOf(Math.min(...far)))
}

/** How many buckets a key moves; undefined for other keys. */
function stepOf(key: string, index: number, last: number): number | undefined {
  const page = Math.max(1, Math.round(last / 10))
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    PageUp: -page,
    PageDown: page,
    Home: -index,
    End: last - index,
  }
  return ownValue(moves, key)
}

function useCursor(props: ChartCursorProps, layer: RefObject<HTMLDivElement | null>) {
  const { plot, model, kind, onOpen, onSelect, onBack } = props
  const [state, setState] = useState<CursorState>()
  const pressed = useRef<{ x: number; index: number }>(undefined)
  const last = plot.buckets - 1
  const positionAt = ({ clientX, clientY }: PointerEvent): CursorPosition & { x: number } => {
    const box = layer.current?.getBoundingClientRect()
    const x = clientX - (box?.left ?? 0)
    const index = bucketAt(plot, x)
    return { index, line: nearestLine(props, index, clientY - (box?.top ?? 0)), x }
  }
  const finish = (from: number, to: number) => {
    setState(undefined)
    onSelect(Math.min(from, to), Math.max(from, to))
  }
  const onPointerMove = (event: PointerEvent) => {
    const { x, index, line } = positionAt(event)
    const start = pressed.current
    const drags = start && Math.abs(x - start.x) > dragPixels
    const anchor = drags ? start.index : undefined
    const isSame = state?.position.index === index && state.position.line === line
    if (isSame && state.anchor === anchor && !state.byKeys) return
    setState({ position: { index, line }, byKeys: false, ...(anchor !== undefined && { anchor }) })
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    const { x, index } = positionAt(event)
    pressed.current = { x, index }
    if (event.pointerType !== "touch") event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerUp = (event: PointerEvent) => {
    const start = pressed.current
    pressed.current = undefined
    if (!start) return
    const { x, index, line } = positionAt(event)
    if (Math.abs(x - start.x) > dragPixels) finish(start.index, index)
    else onOpen({ index, line })
  }
  const leave = () => {
    pressed.current = undefined
    setState((now) => (now?.byKeys ? now : undefined))
  }
  const move = (event: KeyboardEvent, by: number) => {
    const position = state?.position ?? { index: last, line: 0 }
    // The first key only shows the cursor.
    const index = state || Math.abs(by) > 1 ? clamp(position.index + by, last) : position.index
    const anchor = event.shiftKey ? (state?.anchor ?? position.index) : undefined
    const next = { position: { ...position, index }, byKeys: true }
    setState(anchor === undefined ? next : { ...next, anchor })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const by = stepOf(event.key, state?.position.index ?? last, last)
    if (by !== undefined) move(event, by)
    else if ((event.key === "ArrowUp" || event.key === "ArrowDown") && state)
      setState({
        byKeys: true,
        position: {
          ...state.position,
          line: clamp(
            state.position.line + (event.key === "ArrowUp" ? -1 : 1),
            shownLines(model, kind).length - 1,
          ),
        },
      })
    else if (event.key === "Enter" && state)
      state.anchor === undefined
        ? onOpen(state.position)
        : finish(state.anchor, state.position.index)
    else if (event.key === "Escape") {
      if (state?.anchor === undefined) onBack()
      setState(undefined)
    } else return
    event.preventDefault()
  }
  return { state, setState, onPointerMove, onPointerDown, onPointerUp, leave, onKeyDown }
}

/**
 * The layer above a chart that inspects buckets, selects ranges and opens buckets, by pointer or
 * keyboard.
 */
export function ChartCursor(props: ChartCursorProps) {
  const { plot, label, help, renderTip, summarize, onLine, onBack } = props
  const layer = useRef<HTMLDivElement>(null)
  const id = useId()
  const cursor = useCursor(props, layer)
  const { state } = cursor
  const position = state && state.position.index < plot.buckets ? state.position : undefined
  const line = position?.line
  useEffect(() => onLine(line), [line, onLine])
  return (
    <>
      <div
        ref={layer}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application has keys of its own
        tabIndex={0}
        aria-label={label}
        aria-describedby={id}
        onPointerMove={cursor.onPointerMove}
        onPointerDown={cursor.onPointerDown}
        onPointerUp={cursor.onPointerUp}
        onPointerLeave={cursor.leave}
        onPointerCancel={cursor.leave}
        onDoubleClick={onBack}
        onBlur={() => cursor.setState(undefined)}
        onKeyDown={cursor.onKeyDown}
        className="absolute inset-0 cursor-crosshair touch-pan-y rounded-md print:hidden"
      >
        {state && position ? <CursorMarks plot={plot} state={state} /> : null}
        {position ? (
          <Tip plot={plot} position={position}>
            {renderTip(position)}
          </Tip>
        ) : null}
      </div>
      <p id={id} className="sr-only">
        {help}
      </p>
      <p aria-live="polite" className="sr-only">
        {position && state?.byKeys ? summarize(position) : ""}
      </p>
    </>
  )
}

interface MarksProps {
  readonly plot: PlotArea
  readonly state: CursorState
}

function CursorMarks({ plot, state: { position, anchor } }: MarksProps) {
  const [from, to] = [anchor ?? position.index, position.index].toSorted(
    (one, other) => one - other,
  )
  const left = xOf(plot, from ?? 0)
  const right = xOf(plot, (to ?? 0) + 1)
  const isSelection = anchor !== undefined
  const width = Math.max(1, right - left)
  return (
    <div
      data-selection={isSelection}
      className={
        isSelection
          ? "pointer-events-none absolute border-accent border-x bg-accent/15"
          : "pointer-events-none absolute bg-hover"
      }
      style={{ left, width, top: plot.top, height: plot.height }}
    />
  )
}

interface TipProps {
  readonly plot: PlotArea
  readonly position: CursorPosition
  readonly children: ReactNode
}

function Tip({ plot, position: { index }, children }: TipProps) {
  const left = xOf(plot, index)
  const right = xOf(plot, index + 1)
  const isLeft = (left + right) / 2 > plot.left + plot.width / 2
  const side = isLeft
    ? { right: `calc(100% - ${left - 10}px)` }
    : { left: Math.min(right + 10, plot.left + plot.width) }
  return (
    <div
      className="pointer-events-none absolute z-10 w-max max-w-[min(20rem,60%)]"
      style={{ top: plot.top, ...side }}
    >
      {children}
    </div>
  )
}
