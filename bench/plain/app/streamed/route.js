export const dynamic = "force-dynamic"

const { PLAIN_UPSTREAM_URL, PLAIN_TOKEN } = process.env

/** Fetches one address with the query that it is asked with, and streams what comes. */
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
