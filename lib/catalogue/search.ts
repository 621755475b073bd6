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
 * Reads a raw query string, with or without `?`. `URLSearchParams` alone replaces what it cannot
 * decode, so that a filter would compare with another value than was sent; here it is a problem, and
 * so are more than 500 parameters.
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

const nameOf = (part: string) => quote([...new URLSearchParams(part).keys()][0] ?? "")
