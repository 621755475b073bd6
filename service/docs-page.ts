import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { Hono } from "hono"
import { accepts } from "hono/accepts"
import { etag } from "hono/etag"
import { html, raw } from "hono/html"
import { icon } from "./identity/pages/layout"

/** The reference page's look: the dashboard's greys and accent under the names that Scalar reads. */
const docsTheme = `
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

/** What the reference page must know; `apiPath` and `tokenPath` are paths on the page's own origin. */
interface DocsSettings {
  /** Names of the documents under /openapi, the newest last. */
  readonly versions: readonly string[]
  readonly apiPath: string
  readonly tokenPath: string
  /** Filled in where the page asks for a client, and the scope that is chosen at first. */
  readonly client: { readonly id: string; readonly secret: string }
  readonly scope: string
}

/** The page's configuration as Scalar takes it; addresses without an origin keep its requests on the page's own. */
const configure = ({ versions, apiPath, tokenPath, client, scope }: DocsSettings) => ({
  sources: versions.toReversed().map((version, index) => ({
    title: `Reporting API ${version}`,
    slug: version,
    url: `/openapi/${version}.json`,
    default: index === 0,
    agent: { disabled: true },
  })),
  servers: [{ url: apiPath }],
  authentication: {
    preferredSecurityScheme: "oauth2",
    securitySchemes: {
      oauth2: {
        flows: {
          clientCredentials: {
            tokenUrl: tokenPath,
            "x-scalar-client-id": client.id,
            clientSecret: client.secret,
            selectedScopes: [scope],
          },
        },
      },
    },
  },
  documentDownloadType: "direct",
  hideClientButton: true,
  showDeveloperTools: "never",
  telemetry: false,
  withDefaultFonts: false,
})

const printPage = (
  versions: readonly string[],
  script: string,
  start: string,
) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reporting API · Reference</title>
<link rel="icon" href="${icon}">
<style>${raw(docsTheme)}</style>
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. The documents that it shows: ${versions.map((version) => html`<a href="/openapi/${version}.json">${version}</a> `)}</noscript>
<script src="/docs/${script}"></script>
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

const packageEntry = createRequire(import.meta.url).resolve("@scalar/fastify-api-reference")
const scriptFile = join(dirname(packageEntry), "js", "standalone.js")

/** Named by its content, so that browsers may keep it. */
async function readScript() {
  const plain = await readFile(scriptFile)
  const packed = await promisify(gzip)(plain)
  const hash = createHash("sha256").update(plain).digest("hex").slice(0, 16)
  return { name: `scalar-${hash}.js`, plain, packed }
}

const nosniff = { "x-content-type-options": "nosniff" }

/** The API reference as a page at the root, and beside it its script, which is read at the first request. */
export function createDocs(settings: DocsSettings): Hono {
  const json = JSON.stringify(configure(settings)).replaceAll("<", "\\u003c")
  const start = `Scalar.createApiReference("#reference", ${json})`
  const pageHeaders = {
    ...nosniff,
    "cache-control": "no-cache",
    "content-security-policy": policyFor(start),
    "referrer-policy": "no-referrer",
  }
  let reading: ReturnType<typeof readScript> | undefined
  const script = () => {
    reading ??= readScript()
    return reading
  }

  const docs = new Hono()
  docs.get("/", etag(), async (context) => {
    const { name } = await script()
    return context.html(printPage(settings.versions, name, start), 200, pageHeaders)
  })
  docs.get("/:file", async (context) => {
    const { name, plain, packed } = await script()
    if (context.req.param("file") !== name) return context.notFound()
    const isPacked =
      accepts(context, { header: "Accept-Encoding", supports: ["gzip"], default: "identity" }) ===
      "gzip"
    return context.body(isPacked ? packed : plain, 200, {
      ...nosniff,
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
      ...(isPacked && { "content-encoding": "gzip" }),
    })
  })
  return docs
}
