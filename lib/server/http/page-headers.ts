import { randomBytes } from "node:crypto"

/** What a page's own scripts and styles are told by: 256 random bits, of this answer alone. */
export const newNonce = (): string => randomBytes(32).toString("base64")

interface PageSettings {
  readonly nonce: string
  /** `next dev` needs `eval` and a web socket. */
  readonly development: boolean
  readonly secure: boolean
}

/** The content security policy of a page: own scripts and style elements under a nonce, own connections, framed by nobody; style attributes place parts of charts and tables. */
export function contentSecurityPolicy({ nonce, development, secure }: PageSettings): string {
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'self'"],
    "script-src": [
      "'self'",
      `'nonce-${nonce}'`,
      "'strict-dynamic'",
      ...(development ? ["'unsafe-eval'"] : []),
    ],
    // A nonce would take the effect of 'unsafe-inline', which the styles of `next dev` need.
    "style-src": ["'self'", development ? "'unsafe-inline'" : `'nonce-${nonce}'`],
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...(development ? ["ws:"] : [])],
    "frame-src": ["'self'"],
    "worker-src": ["'self'", "blob:"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
    ...(secure && { "upgrade-insecure-requests": [] }),
  }
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(" "))
    .join("; ")
}

/** The security headers that every answer has, files and errors among them; `secure` behind https. */
export const everyHeaders = ({ secure }: Pick<PageSettings, "secure">): Record<string, string> => ({
  "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  ...(secure && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
})

/** The security headers of every page. */
export const pageHeaders = (settings: PageSettings): Record<string, string> => ({
  ...everyHeaders(settings),
  "content-security-policy": contentSecurityPolicy(settings),
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
})
