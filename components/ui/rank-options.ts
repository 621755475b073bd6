import type { Option } from "./select"

const marks = /\p{M}/gu

/** Normalises text for comparison: lower case without accents. */
export const fold = (text: string): string =>
  text.normalize("NFD").replaceAll(marks, "").toLowerCase()

/** The folded words of a search. */
export const foldTerms = (typed: string): string[] => fold(typed).split(/\s+/).filter(Boolean)

/** Something searchable by its name or its other texts, both folded. */
export interface Findable {
  readonly name: string
  readonly rest: string
}

const startsWord = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1] ?? "")) return true
  return false
}

/** How well a word matches: 0 starts the name, 3 is elsewhere; undefined does not match. */
function distance({ name, rest }: Findable, word: string): number | undefined {
  if (name.startsWith(word)) return 0
  if (startsWord(name, word)) return 1
  if (name.includes(word)) return 2
  return rest.includes(word) ? 3 : undefined
}

/**
 * How well folded words match together, -1 if they are the whole name; undefined if one does not
 * match.
 */
export function wordDistance(folded: Findable, terms: readonly string[]): number | undefined {
  let sum = folded.name === terms.join(" ") ? -1 : 0
  for (const word of terms) {
    const far = distance(folded, word)
    if (far === undefined) return undefined
    sum += far
  }
  return sum
}

/** An option prepared for repeated ranking. */
interface FoldedOption<Choice extends Option> extends Findable {
  readonly option: Choice
}

export const foldOptions = <Choice extends Option>(
  options: readonly Choice[],
): FoldedOption<Choice>[] =>
  options.map((option) => ({
    option,
    name: fold(option.label),
    rest: fold(option.description ?? ""),
  }))

/**
 * The options with every typed word in label or description, those with a matching label first;
 * unchanged without a search.
 */
export function rankOptions<Choice extends Option>(
  folded: readonly FoldedOption<Choice>[],
  typed: string,
): Choice[] {
  const terms = foldTerms(typed)
  if (terms.length === 0) return folded.map(({ option }) => option)
  return folded
    .flatMap((each) => {
      const far = wordDistance(each, terms)
      return far === undefined ? [] : [{ option: each.option, far }]
    })
    .toSorted((one, other) => one.far - other.far)
    .map(({ option }) => option)
}

/** Few enough that each keystroke is fast on slow computers too. */
const maxDrawn = 30

/**
 * The ranked options to render, preceded by the selected one if it would be missing without a
 * search; and the number of others.
 */
export function cutOptions<Choice extends Option>(
  ranked: readonly Choice[],
  chosen?: { readonly value: string | null | undefined; readonly typed: string },
) {
  const drawn = ranked.slice(0, maxDrawn)
  const away = chosen?.typed.trim() === "" ? ranked.slice(maxDrawn) : []
  const current = away.find(({ value }) => value === chosen?.value)
  const shown = current ? [current, ...drawn.slice(0, -1)] : drawn
  return { shown, more: ranked.length - shown.length }
}
