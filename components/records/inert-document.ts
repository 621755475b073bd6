const policy =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"

const ownStyle = `
:root { color-scheme: light }
body { margin: 16px; font: 14px/1.5 Inter, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif; color: #1b1d22; background: #fff; overflow-wrap: anywhere }
img, table { max-width: 100% }
.stopped-link { color: #3b5bd0; text-decoration: underline }
.blocked-picture { display: inline-block; padding: 2px 8px; border: 1px dashed #9aa0ad; border-radius: 4px; color: #5b616e; background: #f4f5f7; font-size: 12px }
body > :first-child { margin-top: 0 }
mark { padding: 1px 3px; border-radius: 3px; background: #e8ecfb; color: #3346a8; font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .92em }
`

/** Text that hides itself is shown all the same. */
const lastStyle =
  "html, body { display: block !important; visibility: visible !important; opacity: 1 !important }"

/**
 * A body that was made inert as a document of its own, whose policy allows no script and no request
 * whatever still came through. Show it in `<iframe sandbox="">` only.
 */
export const inertDocument = ({ style, body }: { style: string; body: string }): string =>
  `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><style>${ownStyle}</style><style>${style}</style><style>${lastStyle}</style></head>${body}</html>`
