import { readReadiness } from "@/lib/bff"

export const dynamic = "force-dynamic"

/** 200 where the dashboard can serve reports, else 503 with what is missing. */
export async function GET(): Promise<Response> {
  const readiness = await readReadiness()
  return Response.json(readiness, {
    status: readiness.status === "ready" ? 200 : 503,
    headers: { "cache-control": "no-store" },
  })
}
