import { splitMarkers } from "./markers"

/** A text whose `#name#` markers stand out. */
export function MarkedText({ text }: { text: string }) {
  return (
    <span className="whitespace-pre-wrap break-words">
      {splitMarkers(text).map((part, index) =>
        part.marker ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
          <Marker key={index} text={part.text} />
        ) : (
          part.text
        ),
      )}
    </span>
  )
}

/** One marker. */
export function Marker({ text }: { text: string }) {
  return (
    <mark className="rounded-sm bg-accent-soft px-1 py-px font-mono text-accent-ink text-xs">
      {text}
    </mark>
  )
}
