import type { DayRange } from "../periods"
import { wholeMonths } from "./month-shift"

/** Letters that do not decompose into a Latin letter and a mark. */
const latin: Readonly<Record<string, string>> = { æ: "ae", ø: "oe", ß: "ss", đ: "d", ł: "l" }

/** Lower-case letters and digits joined by hyphens. Other scripts are kept. */
const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[æøßđł]/g, (letter) => latin[letter] ?? letter)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "")

/** A year, a month, or the first and last day. */
function periodOf({ from, to }: DayRange): string {
  const months = wholeMonths({ from, to })
  if (months === 12 && from.endsWith("-01-01")) return from.slice(0, 4)
  if (months === 1) return from.slice(0, 7)
  return from === to ? from : `${from}-to-${to}`
}

/** The name of a file of figures, without extension: `revenue-by-region-2026`. */
export const seriesFileName = (name: string, by: string | undefined, days: DayRange): string =>
  [slugOf(name).slice(0, 80) || "figures", ...(by ? ["by", slugOf(by)] : []), periodOf(days)].join(
    "-",
  )
