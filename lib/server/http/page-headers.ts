import { randomBytes } from "node:crypto"

/** A nonce that identifies a page's own scripts and styles: 256 random bits per response. */
export const newNonce = (): string => randomBytes(32).toString("base64")

interface PageSettings {
  readonly nonce: string
  /** `next dev` requires `eval` and a web socket. */
  readonly development: boolean
  readonly secure: boolean
}

/**
 * The content security policy of a page: own scripts and style elements by nonce, own connections,
 * no framing. Style attributes are allowed, since charts and tables use them for layout.
 */
export function contentSecurityPolicy({ nonce, development, secure }: PageSettings): string {
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'self'"],
    "script-src": [
      "'self'",
      `'nonce-${nonce}'`,
      "'strict-dynamic'",
      ...(development ? ["'unsafe-eval'"] : []),
    ],
    // A nonce would disable 'unsafe-inline', which the styles of `next dev` require.
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

/**
 * Security headers of every response, including files and errors; `secure` is true behind https.
 */
export const everyHeaders = ({ secure }: Pick<PageSettings, "secure">): Record<string, string> => ({
  "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  ...(secure && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
})

export const pageHeaders = (settings: PageSettings): Record<string, string> => ({
  ...everyHeaders(settings),
  "content-security-policy": contentSecurityPolicy(settings),
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
})
