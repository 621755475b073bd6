export const dynamic = "force-dynamic"

const { PLAIN_UPSTREAM_URL, PLAIN_TOKEN } = process.env

/** Fetches one URL with the request's query and streams the response. */
export async function GET(request) {
  const answer = await fetch(`${PLAIN_UPSTREAM_URL}${new URL(request.url).search}`, {
    headers: { authorization: `Bearer ${PLAIN_TOKEN}` },
    cache: "no-store",
  })
  return new Response(answer.body, {
    status: answer.status,
    headers: { "content-type": "application/json" },
  })
}
