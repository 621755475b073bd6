import { Agent, type IncomingHttpHeaders, request } from "node:http"
import { dashboardUrl } from "./environment"

/** A response of the dashboard. */
export interface RawAnswer {
  readonly status: number
  /** Undefined if the request did not reach the backend. */
  readonly requestId: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface RawRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

const agent = new Agent({ keepAlive: true, maxSockets: 2 })

/** Sends a path to the dashboard exactly as written; a browser and `fetch` would normalise it. */
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
