/** The languages of the interface; the first is the one for everybody else. */
export const locales = ["en", "da", "de"] as const

export type Locale = (typeof locales)[number]

/** As what dates and numbers are written in each language: its English is British. */
export const writtenAs = {
  en: "en-GB",
  da: "da",
  de: "de",
} as const satisfies Record<Locale, string>

/** How a language is called in formats; what React's context carries. */
export type WrittenLocale = Locale | (typeof writtenAs)[Locale]

/** What a language calls itself. */
export const localeNames = {
  en: "English",
  da: "Dansk",
  de: "Deutsch",
} as const satisfies Record<Locale, string>

/** The cookie of a person's choice. */
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

/** The language chosen by cookie, else the best that `Accept-Language` asks for, else English; unknown values are passed over. */
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

/** The language of a format. */
export const languageOf = (written: WrittenLocale): Locale =>
  findLocale(written.split("-")[0]) ?? locales[0]

/** A noun of a title within a sentence: lower case, but for German, which writes nouns with capitals. */
export const inSentence = (locale: WrittenLocale, noun: string): string =>
  locale === "de" ? noun : noun.toLowerCase()
