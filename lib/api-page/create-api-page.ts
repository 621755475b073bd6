import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { html, raw } from "hono/html"

/** The page's look: the dashboard's greys and accent under the names that Scalar reads. */
const theme = `
html { color-scheme: light dark; background: light-dark(oklch(1 0 0), oklch(0.168 0.004 264)); }
body { margin: 0; }
noscript { display: block; padding: 24px; font: 15px/1.5 system-ui, sans-serif; }
.light-mode { color-scheme: light; }
.dark-mode { color-scheme: dark; }
.light-mode, .dark-mode {
  --scalar-font: Inter, "Inter Variable", -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Ubuntu, Cantarell, "Noto Sans", "Liberation Sans", Arial, system-ui, sans-serif;
  --scalar-font-code: ui-monospace, "SF Mono", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
  --scalar-background-1: light-dark(oklch(1 0 0), oklch(0.168 0.004 264));
  --scalar-background-2: light-dark(oklch(0.973 0.002 264), oklch(0.198 0.005 264));
  --scalar-background-3: light-dark(oklch(0.946 0.003 264), oklch(0.25 0.006 264));
  --scalar-background-accent: light-dark(oklch(0.962 0.016 268), oklch(0.282 0.06 268));
  --scalar-border-color: light-dark(oklch(0.918 0.003 264), oklch(0.285 0.006 264));
  --scalar-color-1: light-dark(oklch(0.226 0.008 264), oklch(0.945 0.003 264));
  --scalar-color-2: light-dark(oklch(0.455 0.012 264), oklch(0.735 0.008 264));
  --scalar-color-3: light-dark(oklch(0.535 0.012 264), oklch(0.645 0.01 264));
  --scalar-color-accent: light-dark(oklch(0.48 0.18 268), oklch(0.785 0.108 268));
  --scalar-color-green: light-dark(oklch(0.445 0.1 158), oklch(0.81 0.12 158));
  --scalar-color-red: light-dark(oklch(0.495 0.185 26), oklch(0.795 0.11 22));
  --scalar-color-yellow: light-dark(oklch(0.465 0.098 68), oklch(0.84 0.115 85));
  --scalar-color-orange: light-dark(oklch(0.465 0.098 68), oklch(0.84 0.115 85));
  --scalar-color-blue: light-dark(oklch(0.48 0.18 268), oklch(0.785 0.108 268));
  --scalar-color-purple: light-dark(#5b5bd6, #a5a5ff);
  --scalar-link-color: var(--scalar-color-accent);
  --scalar-link-color-hover: var(--scalar-color-accent);
  --scalar-button-1: light-dark(oklch(0.508 0.182 268), oklch(0.57 0.17 268));
  --scalar-button-1-hover: light-dark(oklch(0.455 0.18 268), oklch(0.535 0.175 268));
  --scalar-button-1-color: oklch(1 0 0);
}
/* One line of 13px as high as its text cuts off every underscore. */
.markdown-summary, .markdown-summary * { line-height: 20px !important; }
.ascii-art { display: none; }
`

interface ApiPageSettings {
  readonly title: string
  /** The address of the page's icon. */
  readonly icon: string
  /** The page's own path, below which its script is. */
  readonly path: string
  /** OpenAPI documents on the page's own origin, the one that is open at first before the others. */
  readonly documents: readonly {
    readonly title: string
    readonly slug: string
    readonly url: string
  }[]
  /** What Scalar is told beside, such as how to get a token. */
  readonly configuration?: Readonly<Record<string, unknown>>
}

/** The page's configuration as Scalar takes it; addresses without an origin keep its requests on the page's own. */
const configure = ({ documents, configuration }: ApiPageSettings) => ({
  sources: documents.map((document, index) => ({
    ...document,
    default: index === 0,
    agent: { disabled: true },
  })),
  documentDownloadType: "direct",
  hideClientButton: true,
  showDeveloperTools: "never",
  telemetry: false,
  withDefaultFonts: false,
  ...configuration,
})

const printMarkup = (
  { title, icon, path, documents }: ApiPageSettings,
  script: string,
  start: string,
) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${icon}">
<style>${raw(theme)}</style>
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. What it shows: ${documents.map((document) => html`<a href="${document.url}">${document.title}</a> `)}</noscript>
<script src="${path}/${script}"></script>
<script>${raw(start)}</script>
</body>
</html>
`

/** Only the page's own scripts run, without eval, and only its origin is asked; Scalar makes its styles in the browser. */
const policyFor = (start: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'sha256-${createHash("sha256").update(start).digest("base64")}'`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ")

const scriptFile = "node_modules/@scalar/fastify-api-reference/dist/js/standalone.js"

/** Named by its content, so that browsers may keep it. */
async function readBundle() {
  const plain = await readFile(join(process.cwd(), scriptFile))
  const packed = await promisify(gzip)(plain)
  const hash = createHash("sha256").update(plain).digest("hex").slice(0, 16)
  return { name: `scalar-${hash}.js`, plain, packed }
}

let reading: ReturnType<typeof readBundle> | undefined

/** The script is read when somebody opens a page first. */
function bundle() {
  reading ??= readBundle()
  return reading
}

const nosniff = { "x-content-type-options": "nosniff" }

/** A page on which people read OpenAPI documents and try their requests: Scalar's own bundle, which asks no other origin. */
export function createApiPage(settings: ApiPageSettings) {
  const json = JSON.stringify(configure(settings)).replaceAll("<", "\\u003c")
  const start = `Scalar.createApiReference("#reference", ${json})`
  const pageHeaders = {
    ...nosniff,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policyFor(start),
    "referrer-policy": "no-referrer",
  }
  return {
    async printPage() {
      const { name } = await bundle()
      return { body: `${await printMarkup(settings, name, start)}`, headers: pageHeaders }
    },

    /** Undefined for any other file than the page's script. */
    async readScript(file: string, { isPacked }: { readonly isPacked: boolean }) {
      const { name, plain, packed } = await bundle()
      if (file !== name) return undefined
      const headers = {
        ...nosniff,
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "public, max-age=31536000, immutable",
        vary: "accept-encoding",
        ...(isPacked && { "content-encoding": "gzip" }),
      }
      return { body: isPacked ? packed : plain, headers }
    },
  }
}
