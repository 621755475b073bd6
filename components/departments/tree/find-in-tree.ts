import type { TreeEntry } from "@/lib/client"
import { fold } from "../../ui/word-distance"
import type { Tree } from "./arrange-tree"

/** The departments that hold the words that are looked for, with those above them. */
export interface FoundInTree {
  /** True by place for what is shown: matches and those above them. */
  readonly isShown: (index: number) => boolean
  readonly isMatch: (index: number) => boolean
  /** True where something shown is below. */
  readonly hasShownBelow: (index: number) => boolean
  /** The places of the matches, in order. */
  readonly matches: readonly number[]
}

const matcher = (words: string) => {
  const wanted = fold(words)
  return ({ id, name, externalId, city }: TreeEntry) =>
    fold(name).includes(wanted) ||
    (externalId !== null && fold(externalId).includes(wanted)) ||
    (city !== null && fold(city).includes(wanted)) ||
    id.startsWith(wanted)
}

/** Looks for words in names, external ids and cities, and for ids by their beginning; letter case and accents make no difference. Undefined where there is nothing to look for. */
export function findInTree({ nodes }: Tree, words: string): FoundInTree | undefined {
  const wanted = words.trim()
  if (wanted === "") return undefined
  const holds = matcher(wanted)
  const matching = nodes.map(({ entry }) => holds(entry))
  const shown = [...matching]
  const shownBelow = nodes.map(() => false)
  for (let index = nodes.length - 1; index >= 0; index--) {
    const parent = nodes[index]?.parent
    if (!shown[index] || parent === undefined) continue
    shown[parent] = true
    shownBelow[parent] = true
  }
  return {
    isShown: (index) => shown[index] === true,
    isMatch: (index) => matching[index] === true,
    hasShownBelow: (index) => shownBelow[index] === true,
    matches: nodes.flatMap(({ index }) => (matching[index] ? [index] : [])),
  }
}
