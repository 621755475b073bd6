import { Agent, type IncomingHttpHeaders, request } from "node:http"
import { dashboardUrl } from "./environment"

/** An answer of the dashboard's. */
export interface RawAnswer {
  readonly status: number
  /** Undefined where the backend was not reached. */
  readonly requestId: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface RawRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

const agent = new Agent({ keepAlive: true, maxSockets: 2 })

/** Sends a path to the dashboard exactly as written, which a browser and `fetch` would tidy up first. */
export function requestRaw(path: string, { method = "GET", headers = {} }: RawRequest = {}) {
  const { hostname, port } = new URL(dashboardUrl())
  return new Promise<RawAnswer>((resolve, reject) => {
    const sent = request({ agent, hostname, port, path, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          requestId: response.headers["x-request-id"]?.toString(),
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.on("error", reject)
    sent.end()
  })
}
