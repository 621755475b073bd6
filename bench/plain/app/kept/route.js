export const dynamic = "force-dynamic"

const kept = new Map()

/** Keeps the text that it is sent. */
export async function PUT(request) {
  kept.set("text", await request.text())
  return new Response(null, { status: 204 })
}

/** Answers the kept text. */
export function GET() {
  return new Response(kept.get("text"), { headers: { "content-type": "application/json" } })
}
