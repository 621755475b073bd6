import { type Problem, problemLimit, quote } from "./problem"

const parameterLimit = 500
const surrogate = /\p{Surrogate}/u

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return !surrogate.test(text)
  } catch {
    return false
  }
}

/**
 * Parses a raw query string, with or without `?`. `URLSearchParams` alone replaces what it cannot
 * decode, so that a filter would compare with another value than the one sent. Here that is a
 * problem, and so are more than 500 parameters.
 */
export function parseSearch(
  raw: string,
): { ok: true; search: URLSearchParams } | { ok: false; problems: Problem[] } {
  const parts = raw.replace(/^\?/, "").split("&", parameterLimit + 1)
  if (parts.length > parameterLimit) {
    const message = `A query holds at most ${parameterLimit} parameters.`
    return { ok: false, problems: [{ parameter: nameOf(parts.at(-1) ?? ""), message }] }
  }
  const broken = parts.filter((part) => !isDecodable(part)).slice(0, problemLimit)
  if (broken.length === 0) return { ok: true, search: new URLSearchParams(raw) }
  const problems = broken.map((part) => {
    const parameter = nameOf(part)
    return { parameter, message: `${parameter} is not percent-encoded UTF-8.` }
  })
  return { ok: false, problems }
}

/**
 * The parameter under which a page's URL keeps the parts that cannot be interpreted, as written.
 */
export const unreadableName = "unreadable"

const unreadableLimit = 20
/** Next reserves these, and reads a query into a plain object, which has inherited names. */
const isTaken = (name: string) => /^nxt[PI]/.test(name) || name in {}
const isReadable = (part: string) => isDecodable(part) && !isTaken(nameOf(part))

/**
 * A page's raw search in which each part that would reach the page altered, or not at all, is moved
 * to `unreadable=…`, so that it can be reported. Undefined if every part is readable.
 */
export function setAsideUnreadable(raw: string): string | undefined {
  const parts = raw.replace(/^\?/, "").split("&")
  const unreadable = parts.filter((part) => !isReadable(part)).slice(0, unreadableLimit)
  if (unreadable.length === 0) return undefined
  const disclosed = unreadable.map(
    (part) =>
      `${unreadableName}=${encodeURIComponent(quote(part).replace(/\p{Surrogate}/gu, "\ufffd"))}`,
  )
  return [...parts.filter(isReadable), ...disclosed].join("&")
}

/** The search of a page or saved view, with unreadable parts under `unreadable`. */
export const readPageSearch = (raw: string): URLSearchParams =>
  new URLSearchParams(setAsideUnreadable(raw) ?? raw)

const nameOf = (part: string) => quote([...new URLSearchParams(part).keys()][0] ?? "")
