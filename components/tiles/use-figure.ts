import { useFormatter } from "use-intl"

const digitsFor = (size: number) => (size >= 1000 ? 0 : size >= 10 ? 1 : 2)

/** Formats a number with decimals suitable for its magnitude. */
export function useFigure(): (value: number) => string {
  const format = useFormatter()
  return (value) => format.number(value, { maximumFractionDigits: digitsFor(Math.abs(value)) })
}
