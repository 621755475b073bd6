import { useMemo } from "react"
import { useFormatter } from "use-intl"

export interface ValueFormat {
  /** With readable precision: 1,234.57. */
  readonly exact: (value: number) => string
  /** Same, with its unit. */
  readonly withUnit: (value: number) => string
  /** A difference, with its sign. */
  readonly signed: (value: number) => string
  /** Compact, for axes: 1.2M. */
  readonly short: (value: number) => string
  readonly percent: (share: number) => string
}

/** Formats values in the reader's language, counts without a unit. */
export function useValueFormat(unit: string): ValueFormat {
  const format = useFormatter()
  return useMemo(() => {
    const digits = (value: number) => ({
      maximumFractionDigits: Math.abs(value) >= 1000 ? 0 : 2,
    })
    const exact = (value: number) => format.number(value, digits(value))
    return {
      exact,
      signed: (value) => format.number(value, { ...digits(value), signDisplay: "exceptZero" }),
      withUnit: (value) => (unit ? `${exact(value)} ${unit}` : exact(value)),
      short: (value) =>
        format.number(
          value,
          Math.abs(value) < 10_000
            ? { maximumFractionDigits: 2 }
            : { notation: "compact", maximumFractionDigits: 1 },
        ),
      percent: (share) =>
        format.number(share, {
          style: "percent",
          maximumFractionDigits: 1,
          signDisplay: "exceptZero",
        }),
    }
  }, [format, unit])
}
