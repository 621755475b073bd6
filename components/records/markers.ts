const marker = /#\p{L}[\p{L}\p{N}_.-]*#/gu

/**
 * A piece of text, or a `#name#` marker, which the platform replaces with a value (specification
 * 2.17).
 */
export interface TextPart {
  readonly text: string
  readonly marker: boolean
}

/** Splits a text at its markers; the joined parts equal the text. */
export function splitMarkers(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(marker)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), marker: false })
    parts.push({ text: match[0], marker: true })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end), marker: false })
  return parts
}

/** The distinct markers of the texts, in order of first appearance. */
export const markersIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => text.match(marker) ?? [])),
]
