import type { ReactNode } from "react"

export interface CategoryBar {
  readonly key: string
  readonly label: string
  /** Null draws no bar. */
  readonly value: number | null
  readonly text: ReactNode
}

interface CategoryBarsProps {
  readonly label: string
  readonly bars: readonly CategoryBar[]
}

/**
 * Horizontal bars from zero, each with its name and number. There is no axis: names need the room.
 */
export function CategoryBars({ label, bars }: CategoryBarsProps) {
  const values = bars.map(({ value }) => value ?? 0)
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const span = high - low || 1
  const percent = (share: number) => `${(100 * share).toFixed(2)}%`
  return (
    <ul
      aria-label={label}
      data-chart=""
      className="grid grid-cols-[fit-content(14rem)_1fr_auto] gap-x-3 gap-y-1.5 max-sm:grid-cols-[fit-content(8rem)_1fr_auto]"
    >
      {bars.map(({ key, label: name, value, text }) => (
        <li key={key} className="col-span-3 grid grid-cols-subgrid items-center text-sm">
          <span className="truncate text-right text-ink-muted" title={name}>
            {name}
          </span>
          <span className="relative h-4 rounded-xs bg-sunken" aria-hidden="true">
            {value === null ? null : (
              <span
                className="absolute inset-y-0 rounded-xs bg-(--series-1)"
                style={{
                  left: percent((Math.min(0, value) - low) / span),
                  width: percent(Math.abs(value) / span),
                }}
              />
            )}
          </span>
          <span className="tabular min-w-14 text-right">{text}</span>
        </li>
      ))}
    </ul>
  )
}
