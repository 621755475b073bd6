/** The parts of a number format that affect its meaning. */
export interface NumberFormat {
  readonly isDate: boolean
  /** The minimum number of digits: five for `00000`, none for any other format. */
  readonly zeros: number
}

const significantDigits = 15
/** Excel does not accept longer formats. */
const codeLimit = 255

const dateRanges = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const

/** A builtin number format, which files do not contain. */
export const builtinFormat = (id: number): NumberFormat => ({
  isDate: dateRanges.some(([first, last]) => id >= first && id <= last),
  zeros: 0,
})

/** Quoted and escaped texts, padding and fills, colours, languages and conditions. */
const literals = /"[^"]*"?|[\\_*].|\[[^\]]*\]?|general/gis

/** Parses a format such as `[$-406]0000;@`. */
export function readFormat(code: string): NumberFormat {
  const sections = code.replaceAll(literals, "").split(";")
  const isDate = sections.some((section) => {
    const withoutFractions = section.replaceAll(/s[.,]0+/gi, "s")
    return /[dmyhs]/i.test(withoutFractions) && !/[0#?]/.test(withoutFractions)
  })
  const digits = (sections[0] ?? "").replaceAll(/[-\s()]/g, "")
  const isZeros = code.length <= codeLimit && /^00+$/.test(digits)
  return { isDate, zeros: isZeros ? digits.length : 0 }
}

function printPlain(value: number): string {
  const [digits = "", exponent] = `${value}`.split("e-")
  if (exponent === undefined) return digits
  const zeros = "0".repeat(Number(exponent) - 1)
  return `${value < 0 ? "-" : ""}0.${zeros}${digits.replaceAll(/[-.]/g, "")}`
}

const dayLength = 86_400_000
const zeroDay = Date.UTC(1899, 11, 30)
/** 29 February 1900, which only exists in Excel. */
const fictitiousDay = 60
const lastDay = 2_958_465
/** The distance between the two date systems, in days. */
const daysTo1904 = 1462

/** Omits a time of midnight. */
const printInstant = (time: number) => new Date(time).toISOString().replace(/T00:00:00\.000Z$/, "")

/** The date of a serial number; undefined if Excel shows none. */
function printDay(value: number, is1904: boolean): string | undefined {
  const time = Math.round((is1904 ? value + daysTo1904 : value) * dayLength)
  const day = Math.floor(time / dayLength)
  if (value < 0 || day > lastDay) return undefined
  if (day === fictitiousDay) return printInstant(zeroDay + time).replace("-02-28", "-02-29")
  return printInstant(zeroDay + time + (day < fictitiousDay ? dayLength : 0))
}

const numberForm = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/**
 * Prints a number as shown: as a date, with leading zeros, and without storage artefacts; throws if
 * it is not a number.
 */
export function printNumber(
  text: string,
  { isDate, zeros }: NumberFormat,
  is1904: boolean,
): { readonly text: string; readonly kind?: "number" | "date" } {
  const value = Number(text)
  if (!numberForm.test(text) || !Number.isFinite(value)) throw new TypeError("A number is none.")
  const day = isDate ? printDay(value, is1904) : undefined
  if (day !== undefined) return { text: day, kind: "date" }
  const rounded = Number(value.toPrecision(significantDigits))
  const plain = printPlain(rounded)
  if (zeros === 0 || !Number.isInteger(rounded)) return { text: plain, kind: "number" }
  return { text: plain.replace(/\d+/, (digits) => digits.padStart(zeros, "0")) }
}

const isoForm =
  /^(?:(\d{4}-\d\d-\d\d)(?:T|$)|T)?(?:(\d\d:\d\d)(:\d\d)?(?:(\.\d{1,3})\d*)?)?(Z|[+-]\d\d:\d\d)?$/
const durationForm = /^PT(\d{1,8})H(\d{1,2})M(\d{1,2}(?:\.\d+)?)S$/

/** The days of a duration in Excel's notation. */
function daysOf(text: string): number | undefined {
  const [, hours, minutes, seconds] = durationForm.exec(text) ?? []
  if (hours === undefined) return undefined
  return Number(hours) / 24 + Number(minutes) / 1440 + Number(seconds) / 86_400
}

/** Normalises an ISO 8601 date, time, both or duration; throws if it is none of these. */
export function printIso(text: string): string {
  const duration = daysOf(text)
  if (duration !== undefined) return printDay(duration, false) ?? text
  const [, day, minute, second = ":00", fraction = "", zone = "Z"] = isoForm.exec(text) ?? []
  if (day === undefined && minute === undefined) throw new TypeError("A date is none.")
  const time = `${minute ?? "00:00"}${second}${fraction}`
  const printed = printInstant(Date.parse(`${day ?? "1899-12-31"}T${time}${zone}`))
  if (day !== undefined && zone === "Z" && !printed.startsWith(day))
    throw new TypeError("A day is none.")
  return printed
}
