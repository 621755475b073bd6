const marker = /#\p{L}[\p{L}\p{N}_.-]*#/gu

/** A part of a text, or a `#name#` marker, which the platform replaces by a value (specification 2.17). */
export interface TextPart {
  readonly text: string
  readonly marker: boolean
}

/** Splits a text at its markers; joined again, the parts give the text. */
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

/** Each marker of the texts once, in the order in which they first appear. */
export const markersIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => text.match(marker) ?? [])),
]
