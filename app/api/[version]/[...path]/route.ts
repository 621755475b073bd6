import type { NextRequest } from "next/server"
import { readOperation, readSessionOf } from "@/lib/bff"

export const dynamic = "force-dynamic"

/** The catalogue's operations under `/api`, matched on the path as it was sent. */
function handle(request: NextRequest): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  return readOperation({
    session: () => readSessionOf(request.cookies),
    method: request.method,
    path: pathname.replace(/^\/api/, ""),
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
