import { createHash } from "node:crypto"
import { html, raw } from "hono/html"
import type { HtmlEscapedString } from "hono/utils/html"
import { styles } from "./styles"

/** Escaped markup, as produced by hono's `html` template. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

const styleHash = createHash("sha256").update(styles).digest("base64")

/** The brand's mark as a data URL for page icons. */
export const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="8" fill="#2e56d9"/><path fill="#fff" d="M7 14h3v7H7zM12.5 7h3v14h-3zM18 11h3v10h-3z"/></svg>',
)}`

const logo = raw(
  '<svg viewBox="0 0 28 28" aria-hidden="true"><rect class="mark" width="28" height="28" rx="8"/><path class="bars" d="M7 14h3v7H7zM12.5 7h3v14h-3zM18 11h3v10h-3z"/></svg>',
)

/** A whole page as text: brand, content in a card, optional footer. */
export async function renderPage(page: {
  title: string
  content: Markup
  foot?: Markup
}): Promise<string> {
  const document = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} · Workplace Reporting</title>
<link rel="icon" href="${icon}">
<style>${raw(styles)}</style>
</head>
<body>
<main>
<div class="brand">${logo}<span>Workplace Reporting</span></div>
${page.content}
</main>
${page.foot ? html`<footer>${page.foot}</footer>` : ""}
</body>
</html>
`
  return document.toString()
}

/**
 * The headers of every page: no scripts, foreign resources or frames. `formTarget` is the origin to
 * which a sign-in continues, because browsers apply `form-action` to redirects of forms too.
 */
export function identityPageHeaders(formTarget?: string): Record<string, string> {
  // A policy cannot contain an IPv6 address, so its scheme is used.
  const target = formTarget?.includes("[") ? "http:" : formTarget
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "img-src data:",
    `form-action 'self'${target ? ` ${target}` : ""}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": policy.join("; "),
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
  }
}
