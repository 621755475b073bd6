/** The languages of the interface; the first is the default. */
export const locales = ["en", "da", "de"] as const

export type Locale = (typeof locales)[number]

/** The locale for dates and numbers of each language; English is British. */
export const writtenAs = {
  en: "en-GB",
  da: "da",
  de: "de",
} as const satisfies Record<Locale, string>

/** The name of a language in formats, as React's context carries it. */
export type WrittenLocale = Locale | (typeof writtenAs)[Locale]

/** Each language's own name for itself. */
export const localeNames = {
  en: "English",
  da: "Dansk",
  de: "Deutsch",
} as const satisfies Record<Locale, string>

/** The cookie with a person's choice. */
export const localeCookie = "locale"

const findLocale = (text: string | undefined): Locale | undefined =>
  locales.find((locale) => locale === text)

interface DesiredState {
  readonly language: string | undefined
  readonly weight: number
}

function readDesiredState(part: string): DesiredState {
  const [tag = "", ...parameters] = part.split(";").map((text) => text.trim())
  const quality = parameters.find((parameter) => /^q=/i.test(parameter))
  const weight = quality === undefined ? 1 : Number(quality.slice(2))
  return { language: tag.split("-")[0]?.toLowerCase(), weight: Number.isNaN(weight) ? 0 : weight }
}

/**
 * The language from the cookie, else the best match of `Accept-Language`, else English; ignores
 * unknown values.
 */
export function chooseLocale(
  cookie: string | undefined,
  acceptLanguage: string | null | undefined,
): Locale {
  const desired = (acceptLanguage ?? "").slice(0, 1000).split(",").map(readDesiredState)
  const wished = desired
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .flatMap(({ language }) => findLocale(language) ?? [])
  return findLocale(cookie) ?? wished[0] ?? locales[0]
}

export const languageOf = (written: WrittenLocale): Locale =>
  findLocale(written.split("-")[0]) ?? locales[0]

/** A title's noun inside a sentence: lower case, except in German, which capitalises nouns. */
export const inSentence = (locale: WrittenLocale, noun: string): string =>
  locale === "de" ? noun : noun.toLowerCase()
