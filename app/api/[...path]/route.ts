import type { NextRequest } from "next/server"
import { lookOf, readOperation, readSessionOf, requestTarget } from "@/lib/bff"

export const dynamic = "force-dynamic"

/** The catalogue's operations under `/api`, matched on the address as it was sent; what is none of them is unknown. */
function handle(request: NextRequest): Promise<Response> {
  const { path, search } = requestTarget(request.url)
  return readOperation({
    session: () => readSessionOf(request.cookies, lookOf(request)),
    method: request.method,
    path: path.replace(/^\/api/, ""),
    search,
    headers: request.headers,
    body: request.body,
    signal: request.signal,
  })
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
