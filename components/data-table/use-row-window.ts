import {
  defaultRangeExtractor,
  observeElementOffset,
  useVirtualizer,
} from "@tanstack/react-virtual"
import { type RefObject, useLayoutEffect } from "react"
import { assumedFrame, headerHeight } from "./grid-layout"

const rowsBeside = 4

/**
 * The visible rows and a few around them, all of equal height; `active` stays rendered so that the
 * grid can reference it.
 */
export function useRowWindow(
  frame: RefObject<HTMLElement | null>,
  { total, rowHeight, active }: { total: number; rowHeight: number; active: number | undefined },
) {
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: rowsBeside,
    // The frame may be scrolled before hydration: its offset is adopted, not changed.
    scrollToFn: () => {},
    observeElementOffset(instance, onOffset) {
      onOffset(instance.scrollElement?.scrollTop ?? 0, false)
      return observeElementOffset(instance, onOffset)
    },
    initialRect: assumedFrame,
    rangeExtractor(range) {
      const drawn = defaultRangeExtractor(range)
      const isAway =
        active !== undefined && active >= 0 && active < total && !drawn.includes(active)
      return isAway ? [...drawn, active].toSorted((one, other) => one - other) : drawn
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height are elsewhere
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const { width, height } = virtualizer.scrollRect ?? assumedFrame
  const first = Math.floor((virtualizer.scrollOffset ?? 0) / rowHeight)
  const end = first + Math.ceil((height - headerHeight) / rowHeight) + 1
  const indexes = virtualizer.getVirtualItems().map(({ index }) => index)
  return { indexes, first, end, width, height: virtualizer.getTotalSize() }
}
