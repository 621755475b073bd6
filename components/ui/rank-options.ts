import type { Option } from "./select"
import { type Findable, fold, foldWords, wordDistance } from "./word-distance"

/** An option prepared to be ranked again and again. */
export interface FoldedOption<Value extends string> extends Findable {
  readonly option: Option<Value>
}

/** Options with their label and description folded. */
export const foldOptions = <Value extends string>(
  options: readonly Option<Value>[],
): FoldedOption<Value>[] =>
  options.map((option) => ({
    option,
    name: fold(option.label),
    rest: fold(option.description ?? ""),
  }))

/** The options that hold every word that was typed in label or description, those whose label does first; all in their order where nothing is typed. */
export function rankOptions<Value extends string>(
  folded: readonly FoldedOption<Value>[],
  typed: string,
): Option<Value>[] {
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
