import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react"
import { flushSync } from "react-dom"
import type { IndexRange } from "@/lib/client"
import { assumedFrame, headerHeight, type WidthInSight } from "./grid-layout"
import type { GridRows } from "./grid-rows"
import type { RowWriter } from "./row-writer"

/** Something about a scrolling frame that changes in steps; drawn in the same frame in which it scrolls. */
function useFrameValue<T extends object>(
  frame: RefObject<HTMLElement | null>,
  initial: () => T,
  read: (element: HTMLElement) => T,
  { measure = 1, isFirst = false }: { measure?: number; isFirst?: boolean } = {},
): T {
  const [value, setValue] = useState(initial)
  const style = useEffectEvent((element: HTMLElement, atOnce = false) => {
    const now = read(element)
    const isSame = Object.entries(now).every(([name, part]) => value[name as keyof T] === part)
    if (isSame) return
    if (atOnce) flushSync(() => setValue(now))
    else setValue(now)
  })
  // The frame is the parent's: it is there after the first paint.
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const onScroll = () => style(element, true)
    const observer = new ResizeObserver(() => style(element))
    style(element)
    observer.observe(element)
    // Once one of them has drawn, another's reading would make the browser lay all out twice.
    element.addEventListener("scroll", onScroll, { passive: true, capture: isFirst })
    return () => {
      observer.disconnect()
      element.removeEventListener("scroll", onScroll, { capture: isFirst })
    }
  }, [frame, isFirst])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another measure is another value
  useLayoutEffect(() => {
    if (frame.current) style(frame.current)
  }, [frame, measure])
  return value
}

/** The rows in sight. */
export interface RowsInSight {
  readonly first: number
  /** How many, the last one in part. */
  readonly count: number
}

const rowsIn = (top: number, height: number, rowHeight: number): RowsInSight => ({
  first: Math.max(0, Math.floor(top / rowHeight)),
  count: Math.ceil((height - headerHeight) / rowHeight) + 1,
})

export const useRowsInSight = (frame: RefObject<HTMLElement | null>, rowHeight: number) =>
  useFrameValue(
    frame,
    () => rowsIn(0, assumedFrame.height, rowHeight),
    (element) => rowsIn(element.scrollTop, element.clientHeight, rowHeight),
    { measure: rowHeight },
  )

const restMs = 100

/**
 * Has rows written in the frame in which the grid scrolls, without React, and tells which are in sight:
 * once it has scrolled past them all, where one of them is on its way, and where it rests.
 */
export function useWrittenRows(
  frame: RefObject<HTMLElement | null>,
  rowHeight: number,
  writer: RefObject<RowWriter | undefined>,
): RowsInSight {
  const [sight, setSight] = useState(() => rowsIn(0, assumedFrame.height, rowHeight))
  useEffect(() => {
    const element = frame.current
    if (!element) return
    let asked = 0
    let rest: ReturnType<typeof setTimeout> | undefined
    let told: RowsInSight | undefined
    let { clientHeight } = element
    const tell = () => {
      const first = writer.current?.first ?? 0
      const { count } = rowsIn(0, clientHeight, rowHeight)
      if (told?.first === first && told.count === count) return
      told = { first, count }
      setSight(told)
    }
    const write = () => {
      asked = 0
      const { current } = writer
      if (!current) return
      current.show(element.scrollTop)
      clearTimeout(rest)
      const isFar = !told || Math.abs(current.first - told.first) >= told.count
      if (isFar || current.isPending) tell()
      else rest = setTimeout(tell, restMs)
    }
    // The frame that scrolls draws what is asked for now, also by whoever scrolls in it.
    const onScroll = () => {
      asked ||= requestAnimationFrame(write)
    }
    const observer = new ResizeObserver(() => {
      clientHeight = element.clientHeight
      tell()
    })
    // It may have been scrolled before the page was alive.
    write()
    observer.observe(element)
    element.addEventListener("scroll", onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(asked)
      clearTimeout(rest)
      observer.disconnect()
      element.removeEventListener("scroll", onScroll)
    }
  }, [frame, rowHeight, writer])
  return sight
}

interface ShowOptions {
  readonly rows: GridRows
  readonly queryKey: string
  readonly onShow: (range: IndexRange) => void
}

/** Tells which rows are in sight, again for other rows: they may need other pages. A new query begins at the top before the frame says so. */
export function useShownRows({ first, count }: RowsInSight, options: ShowOptions) {
  const { rows, queryKey, onShow } = options
  const shownFor = useRef(queryKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are reported anew
  useEffect(() => {
    const from = queryKey === shownFor.current ? first : 0
    shownFor.current = queryKey
    onShow({ first: from, end: from + count })
  }, [onShow, first, count, rows, queryKey])
}

const columnStep = 48

/** True from a gesture that may scroll a frame sideways until it rests: the browser scrolls before it tells. */
function useMayScrollAside(frame: RefObject<HTMLElement | null>): boolean {
  const [may, setMay] = useState(false)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const stop = new AbortController()
    const options = { passive: true, signal: stop.signal }
    const onWheel = ({ deltaX, shiftKey }: WheelEvent) => {
      if (deltaX !== 0 || shiftKey) setMay(true)
    }
    // A mouse scrolls by the frame's own bars, a finger anywhere.
    const onPress = ({ pointerType, target }: PointerEvent) => {
      if (pointerType !== "mouse" || target === element) setMay(true)
    }
    element.addEventListener("wheel", onWheel, options)
    element.addEventListener("pointerdown", onPress, options)
    element.addEventListener("scrollend", () => setMay(false), options)
    return () => stop.abort()
  }, [frame])
  return may
}

/** The part of the table's width that is in sight, in coarse steps. */
export function useWidthInSight(frame: RefObject<HTMLElement | null>): WidthInSight {
  const mayScroll = useMayScrollAside(frame)
  const sight = useFrameValue(
    frame,
    () => ({ left: 0, width: assumedFrame.width, isAside: false }),
    (element) => ({
      left: Math.floor(element.scrollLeft / columnStep) * columnStep,
      width: (Math.ceil(element.clientWidth / columnStep) + 1) * columnStep,
      isAside: element.scrollLeft > 0,
    }),
    { isFirst: true },
  )
  const { left, width } = sight
  const isAside = sight.isAside || mayScroll
  return useMemo(() => ({ left, width, isAside }), [left, width, isAside])
}
