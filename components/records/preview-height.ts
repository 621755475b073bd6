const line = 21
const lineLength = 55
const blocks = /<(?:p|div|li|tr|br|h[1-6]|blockquote|img)\b/gi

/**
 * About how high a document will be, in pixels: a sandboxed frame cannot say. Between 96 and 480; the
 * reader can drag it.
 */
export function estimateHeight(html: string): number {
  const text = html.replaceAll(/<[^>]*>/g, "")
  const lines = text.length / lineLength + (html.match(blocks)?.length ?? 0) * 1.4
  return Math.min(480, Math.max(96, Math.round(lines * line) + 56))
}
