/**
 * The text under the heading that starts with `title`, up to the next heading of its level or
 * above.
 */
export function sectionOf(text: string, title: string): string {
  const lines = text.split("\n")
  const start = lines.findIndex(
    (line) => /^#+ /.test(line) && line.replace(/^#+ /, "").startsWith(title),
  )
  if (start < 0) throw new Error(`There is no section "${title}".`)
  const level = (lines[start] ?? "").indexOf(" ")
  const length = lines
    .slice(start + 1)
    .findIndex((line) => /^#+ /.test(line) && line.indexOf(" ") <= level)
  return lines.slice(start + 1, length < 0 ? undefined : start + 1 + length).join("\n")
}

/** The `###` sections of a text, as [heading, text]. */
export function subsectionsOf(text: string): [string, string][] {
  return text
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [heading = "", ...lines] = part.split("\n")
      return [heading, lines.join("\n")]
    })
}

/** The cells of every table row except the headers. */
export function tableRows(text: string): string[][] {
  const lines = text.split("\n")
  return lines
    .filter(
      (line, at) =>
        line.startsWith("|") && !line.startsWith("|-") && !lines[at + 1]?.startsWith("|-"),
    )
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

/** The parts of a list, split at commas outside brackets. */
export function splitList(text: string): string[] {
  const parts = [""]
  let depth = 0
  for (const character of text) {
    if ("({".includes(character)) depth += 1
    if (")}".includes(character)) depth -= 1
    if (character === "," && depth === 0) parts.push("")
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim())
}

/** The first group of every match, in order. */
export const allMatches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? "")

/** The groups of the first match; throws if there is none. */
export function readSentence(text: string, pattern: RegExp): string[] {
  const match = pattern.exec(text)
  if (!match) throw new Error(`The text has no sentence like ${pattern}.`)
  return match.slice(1)
}
