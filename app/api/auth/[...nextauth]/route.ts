import type { NextRequest } from "next/server"
import NextAuth from "next-auth"
import { backendOfRoutes } from "@/app/fetch-backend"

interface Context {
  readonly params: Promise<{ nextauth: string[] }>
}

/**
 * Sign-in, sign-out and session by next-auth. Its `_log` endpoint is excluded: it lets anyone write
 * to the log.
 */
async function handle(request: NextRequest, context: Context): Promise<Response> {
  const [action] = (await context.params).nextauth
  if (action === "_log") return new Response(null, { status: 404 })
  const { answerAuth } = await backendOfRoutes()
  const { cookies, headers, method } = request
  return answerAuth({ cookies, headers, method, action }, (options) =>
    NextAuth(request, context, options),
  )
}

export { handle as GET, handle as POST }
