import { highlightInHtml } from "./markers"

const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

const style = `
:root { color-scheme: light }
body { margin: 16px; font: 14px/1.5 Inter, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif; color: #1b1d22; background: #fff; overflow-wrap: anywhere }
img, table { max-width: 100% }
a { color: #3b5bd0 }
body > :first-child { margin-top: 0 }
mark { padding: 1px 3px; border-radius: 3px; background: #e8ecfb; color: #3346a8; font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .92em }
`

/**
 * Foreign HTML as a document that does nothing: no script, no request, no link that leads anywhere. Show
 * it in `<iframe sandbox="">` only, whose refusal of pop-ups stops the links.
 */
export const inertDocument = (html: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><base target="_blank"><style>${style}</style></head><body>${highlightInHtml(html)}</body></html>`
