import { readEndSessionUrl } from "@/lib/bff"

export const dynamic = "force-dynamic"

/** Where sign-out leads after the dashboard's own session is gone: to the identity's sign-out, and back. */
export async function GET(): Promise<Response> {
  return new Response(null, { status: 302, headers: { location: await readEndSessionUrl() } })
}
