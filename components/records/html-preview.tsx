import { inertDocument } from "./inert-document"
import { estimateHeight } from "./preview-height"

export interface HtmlPreviewProps {
  readonly html: string
  /** The frame's name, read aloud. */
  readonly title: string
}

/** Foreign HTML, shown but inert: nothing in it runs, loads or leads anywhere. */
export function HtmlPreview({ html, title }: HtmlPreviewProps) {
  return (
    <iframe
      sandbox=""
      srcDoc={inertDocument(html)}
      title={title}
      referrerPolicy="no-referrer"
      style={{ height: estimateHeight(html) }}
      className="block min-h-24 w-full resize-y rounded-md border bg-paper"
    />
  )
}
