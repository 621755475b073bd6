import type { Look } from "./chart-model"

/** A short stretch of a line, as it looks in the chart. */
export function LineSample({ colour, dash, width }: Look) {
  return (
    <svg width="20" height="8" aria-hidden="true" className="shrink-0">
      <path d="M0,4H20" stroke={colour} strokeWidth={width} strokeDasharray={dash} fill="none" />
    </svg>
  )
}
