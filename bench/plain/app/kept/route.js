export const dynamic = "force-dynamic"

const kept = new Map()

/** Stores the text that it receives. */
export async function PUT(request) {
  kept.set("text", await request.text())
  return new Response(null, { status: 204 })
}

/** Returns the stored text. */
export function GET() {
  return new Response(kept.get("text"), { headers: { "content-type": "application/json" } })
}
