import type { Option } from "./select"

const marks = /\p{M}/gu

/** Text as it is compared: small letters without accents. */
export const fold = (text: string): string =>
  text.normalize("NFD").replaceAll(marks, "").toLowerCase()

/** The words of what somebody has typed, folded. */
export const foldTerms = (typed: string): string[] => fold(typed).split(/\s+/).filter(Boolean)

/** Something to be found by its name or by the rest that is said of it, both folded. */
export interface Findable {
  readonly name: string
  readonly rest: string
}

const startsWord = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1] ?? "")) return true
  return false
}

/** How far a word is from what it may mean: 0 begins the name, 3 stands elsewhere; undefined is nowhere. */
function distance({ name, rest }: Findable, word: string): number | undefined {
  if (name.startsWith(word)) return 0
  if (startsWord(name, word)) return 1
  if (name.includes(word)) return 2
  return rest.includes(word) ? 3 : undefined
}

/** How far folded words are from what they may mean together, -1 where they are its name; undefined where one is nowhere. */
export function wordDistance(folded: Findable, terms: readonly string[]): number | undefined {
  let sum = folded.name === terms.join(" ") ? -1 : 0
  for (const word of terms) {
    const far = distance(folded, word)
    if (far === undefined) return undefined
    sum += far
  }
  return sum
}

/** An option prepared to be ranked again and again. */
interface FoldedOption<Choice extends Option> extends Findable {
  readonly option: Choice
}

/** Options with their label and description folded. */
export const foldOptions = <Choice extends Option>(
  options: readonly Choice[],
): FoldedOption<Choice>[] =>
  options.map((option) => ({
    option,
    name: fold(option.label),
    rest: fold(option.description ?? ""),
  }))

/** The options that hold every word that was typed in label or description, those whose label does first; all in their order where nothing is typed. */
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

/** So many options are drawn at once, so that each key is answered at once on a slow computer too. */
const maxDrawn = 30

/** Those of the ranked options that are drawn, the chosen one first where it would not be and nothing is typed; and how many are not. */
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
