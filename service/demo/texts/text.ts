/** The languages of the demo company, by culture; the first one a record carries is its main one. */
export const languages = ["da-DK", "de-DE", "en-GB"] as const
export type Language = (typeof languages)[number]

/** A title and the paragraphs below it; `{city}`, `{day}`, `{week}`, `{percent}`, `{count}` and `{hour}` are filled in. */
export interface Text {
  readonly title: string
  readonly paragraphs: readonly string[]
}

/** Something that belongs to the months from the first to the last (1 is January), or to all of them. */
export interface Seasonal {
  readonly season?: readonly [first: number, last: number]
}

/** One subject that internal communication returns to, in every language of the company. */
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
