export interface LineSampleProps {
  readonly colour: string
  readonly dash?: string | undefined
}

/** A short stretch of a line, as it looks in the chart. */
export function LineSample({ colour, dash }: LineSampleProps) {
  return (
    <svg width="18" height="8" aria-hidden="true" className="shrink-0">
      <path d="M0,4H18" stroke={colour} strokeWidth="2" strokeDasharray={dash} fill="none" />
    </svg>
  )
}
