/** How numbers of a style are shown, as far as it changes what they say. */
export interface NumberFormat {
  readonly isDate: boolean
  /** How many digits are shown at least: `00000` is five, any other format none. */
  readonly zeros: number
}

const significantDigits = 15
/** Excel takes no longer format. */
const codeLimit = 255

const dateRanges = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const

/** A format of a number that stands in no file. */
export const builtinFormat = (id: number): NumberFormat => ({
  isDate: dateRanges.some(([first, last]) => id >= first && id <= last),
  zeros: 0,
})

/** Quoted and escaped texts, gaps and fillings, colours, languages and conditions. */
const literals = /"[^"]*"?|[\\_*].|\[[^\]]*\]?|general/gis

/** Reads a format such as `[$-406]0000;@`. */
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
/** The 29 February 1900, which Excel believes in. */
const fictitiousDay = 60
const lastDay = 2_958_465
/** From the one system of days to the other. */
const daysTo1904 = 1462

/** A day without its midnight. */
const printInstant = (time: number) => new Date(time).toISOString().replace(/T00:00:00\.000Z$/, "")

/** A day that a number stands for; undefined where Excel shows none. */
function printDay(value: number, is1904: boolean): string | undefined {
  const time = Math.round((is1904 ? value + daysTo1904 : value) * dayLength)
  const day = Math.floor(time / dayLength)
  if (value < 0 || day > lastDay) return undefined
  if (day === fictitiousDay) return printInstant(zeroDay + time).replace("-02-28", "-02-29")
  return printInstant(zeroDay + time + (day < fictitiousDay ? dayLength : 0))
}

const numberForm = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** A number as a person sees it: a day, with its leading zeros, without what its storing adds; throws where it is none. */
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

/** The days of a duration as Excel writes it. */
function daysOf(text: string): number | undefined {
  const [, hours, minutes, seconds] = durationForm.exec(text) ?? []
  if (hours === undefined) return undefined
  return Number(hours) / 24 + Number(minutes) / 1440 + Number(seconds) / 86_400
}

/** A day, a time, both or a duration, as ISO 8601 writes them; throws where it is none. */
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
