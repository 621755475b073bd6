import type { Option } from "./select"
import { type Findable, fold, foldWords, wordDistance } from "./word-distance"

/** An option prepared to be ranked again and again. */
export interface FoldedOption<Choice extends Option> extends Findable {
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
  const words = foldWords(typed)
  if (words.length === 0) return folded.map(({ option }) => option)
  return folded
    .flatMap((each) => {
      const far = wordDistance(each, words)
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
