import { useState } from "react"
import { dayAt, type SeriesAnswer, type SeriesRange } from "@/lib/catalogue"
import type { Exploration } from "@/lib/client"
import type { ExplorerPartProps } from "./explorer-setup"

/** Looking closer at some buckets, and back. */
export interface Zoom {
  /** Buckets of the first range, both included. */
  readonly into: (answer: SeriesAnswer, from: number, to: number) => void
  /** To the range before; undefined where there is none. */
  readonly back: (() => void) | undefined
}

const withFirst = (exploration: Exploration, first: SeriesRange): Exploration => {
  const { cell: _, ...rest } = exploration
  const [, ...others] = exploration.question.ranges
  return { ...rest, question: { ...exploration.question, ranges: [first, ...others] } }
}

/** Remembers the ranges that were looked at before looking closer. */
export function useZoom(
  exploration: Exploration,
  onExploration: ExplorerPartProps["onExploration"],
): Zoom {
  const [before, setBefore] = useState<readonly SeriesRange[]>([])
  const last = before.at(-1)
  return {
    into: (answer, from, to) => {
      const [{ edges }] = answer.ranges
      const { zone, ranges } = answer.question
      const days = {
        from: dayAt(edges[from] ?? 0, zone),
        to: dayAt((edges[to + 1] ?? 1) - 1, zone),
      }
      setBefore([...before, ranges[0]])
      onExploration(withFirst(exploration, days))
    },
    back:
      last === undefined
        ? undefined
        : () => {
            setBefore(before.slice(0, -1))
            onExploration(withFirst(exploration, last))
          },
  }
}
