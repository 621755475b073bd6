import { Hono } from "hono"
import { accepts } from "hono/accepts"
import { etag } from "hono/etag"
import { createApiPage } from "@/lib/api-page/create-api-page"
import { icon } from "./identity/pages/layout"

/** Settings of the reference page. `apiPath` and `tokenPath` are paths on the page's own origin. */
interface DocsSettings {
  /** Names of the documents under /openapi, newest last. */
  readonly versions: readonly string[]
  readonly apiPath: string
  readonly tokenPath: string
  /** Prefilled client, and the scope selected at first. */
  readonly client: { readonly id: string; readonly secret: string }
  readonly scope: string
}

const configure = ({ apiPath, tokenPath, client, scope }: DocsSettings) => ({
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
})

/** The API reference as a page at the root, with its script. */
export function createDocs(settings: DocsSettings): Hono {
  const page = createApiPage({
    title: "Reporting API · Reference",
    icon,
    path: "/docs",
    documents: settings.versions.toReversed().map((version) => ({
      title: `Reporting API ${version}`,
      slug: version,
      url: `/openapi/${version}.json`,
    })),
    configuration: configure(settings),
  })
  const docs = new Hono()
  docs.get("/", etag(), async (context) => {
    const { body, headers } = await page.printPage()
    return context.body(body, 200, { ...headers, "cache-control": "no-cache" })
  })
  docs.get("/:file", async (context) => {
    const isPacked =
      accepts(context, { header: "Accept-Encoding", supports: ["gzip"], default: "identity" }) ===
      "gzip"
    const script = await page.readScript(context.req.param("file"), { isPacked })
    return script ? context.body(script.body, 200, script.headers) : context.notFound()
  })
  return docs
}
