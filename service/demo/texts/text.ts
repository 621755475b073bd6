/** The languages of the demo company, by culture. A record's first one is its main language. */
export const languages = ["da-DK", "de-DE", "en-GB"] as const
export type Language = (typeof languages)[number]

/**
 * A title and its paragraphs. `{city}`, `{day}`, `{week}`, `{percent}`, `{count}` and `{hour}` are
 * replaced.
 */
export interface Text {
  readonly title: string
  readonly paragraphs: readonly string[]
}

/** Belongs to the months from first to last (1 is January), or to all of them. */
export interface Seasonal {
  readonly season?: readonly [first: number, last: number]
}

/** One recurring subject of internal communication, in every language of the company. */
export type Topic = { readonly [L in Language]: Text } & Seasonal

/** One line in every language of the company. */
export type Line = { readonly [L in Language]: string }

export const months: { readonly [L in Language]: readonly string[] } = {
  "da-DK":
    "januar februar marts april maj juni juli august september oktober november december".split(
      " ",
    ),
  "de-DE":
    "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" "),
  "en-GB":
    "January February March April May June July August September October November December".split(
      " ",
    ),
}
