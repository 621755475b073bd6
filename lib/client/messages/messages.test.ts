import { _createCache, _createIntlFormatters } from "use-intl/core"
import formatMessage from "use-intl/format-message"
import formatCompiled from "use-intl/format-message/format-only"
import { describe, expect, test } from "vitest"
import { problems } from "@/lib/contract/problems"
import compileTexts from "./compile-texts.mjs"
import { type Locale, locales } from "./locale"
import { messagesOf } from "./messages-of"

type Compiled = Parameters<typeof formatCompiled>[1]
type Texts = ReadonlyMap<string, string>

function* textsIn(node: unknown, path: string): Generator<[string, string]> {
  if (typeof node === "string") yield [path, node]
  else if (typeof node === "object" && node !== null)
    for (const [name, child] of Object.entries(node)) yield* textsIn(child, `${path}.${name}`)
  else throw new TypeError(`${path} is neither a text nor a group of texts`)
}

const textsOf = (locale: Locale): Texts => new Map(textsIn(messagesOf(locale), locale.slice(2)))

const cache = _createCache()
const formatters = _createIntlFormatters(cache)
const options = (locale: Locale) => ({ cache, formatters, locale, timeZone: "UTC" })

const foundArguments = new Map<string, string[]>()

/** The argument names of a message, cached. */
function argumentsOf(locale: Locale, message: string): string[] {
  const key = `${locale} ${message}`
  const found = foundArguments.get(key) ?? findArguments(locale, message)
  foundArguments.set(key, found)
  return found
}

/** Formats a message with values for every branch and records which arguments it reads. */
function findArguments(locale: Locale, message: string): string[] {
  const requested = new Set<string>()
  for (const value of [0, 1, 2, 5, 21, "true", "false"]) {
    const get = (_: object, name: string) => {
      requested.add(name)
      return value
    }
    const values = new Proxy<Record<string, number | string>>({}, { has: () => true, get })
    formatMessage("", message, values, options(locale))
    if (requested.size === 0) return []
  }
  return [...requested].toSorted()
}

const english = textsOf("en")
const letters = (text: string) => text.replaceAll(/\{[^{}]*\}/g, "").trim()

describe.each(locales)("the texts in %s", (locale) => {
  const texts = textsOf(locale)

  test("have the same keys as the English ones", () => {
    expect([...texts.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  })

  test("are not empty, and can be parsed", () => {
    for (const [name, text] of texts) {
      expect(text.trim(), name).not.toBe("")
      expect(() => argumentsOf(locale, text), name).not.toThrow()
    }
  })

  test("have the same arguments as the English ones", () => {
    for (const [name, text] of texts)
      expect(argumentsOf(locale, text), name).toEqual(argumentsOf("en", english.get(name) ?? ""))
  })

  test("format the same after compilation for the browser, which keeps plain texts unchanged", () => {
    const compiled: Readonly<Record<string, Compiled>> = JSON.parse(
      compileTexts(JSON.stringify(Object.fromEntries(texts))).replace("export default ", ""),
    )
    for (const [name, text] of texts) {
      const names = argumentsOf(locale, text)
      if (names.length === 0) expect(compiled[name], name).toBe(text)
      for (const value of names.length > 0 ? [0, 1, 2, 1234.5, "true", "false"] : [0]) {
        const values = Object.fromEntries(names.map((each) => [each, value]))
        const said = formatMessage("", text, values, options(locale))
        const saidSo = formatCompiled("", compiled[name] ?? "", values, options(locale))
        expect(saidSo, name).toBe(said)
      }
    }
  })

  test("cover every error code of the dashboard's own API", () => {
    const { codes } = messagesOf(locale).errors
    expect(Object.keys(problems).filter((code) => !Object.hasOwn(codes, code))).toEqual([])
  })
})

test.each(["da", "de"] as const)("no sentence is left untranslated in %s", (locale) => {
  const untranslated = [...textsOf(locale)].filter(
    ([name, text]) => text === english.get(name) && letters(text).split(/\s+/).length > 2,
  )
  expect(untranslated).toEqual([])
})
