const marks = /\p{M}/gu

/** Text as it is compared: small letters without accents. */
export const fold = (text: string): string =>
  text.normalize("NFD").replaceAll(marks, "").toLowerCase()

/** The words of what somebody has typed, folded. */
export const foldWords = (typed: string): string[] => fold(typed).split(/\s+/).filter(Boolean)

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
export function wordDistance(folded: Findable, words: readonly string[]): number | undefined {
  let sum = folded.name === words.join(" ") ? -1 : 0
  for (const word of words) {
    const far = distance(folded, word)
    if (far === undefined) return undefined
    sum += far
  }
  return sum
}
