import type { NextRequest } from "next/server"
import NextAuth from "next-auth"
import { authOptions } from "@/lib/bff"

interface Context {
  readonly params: Promise<{ nextauth: string[] }>
}

/** Sign-in, sign-out and session, by next-auth; its `_log` would let anybody write to the log. */
async function handle(request: NextRequest, context: Context): Promise<Response> {
  const { nextauth } = await context.params
  if (nextauth[0] === "_log") return new Response(null, { status: 404 })
  return NextAuth(request, context, authOptions())
}

export { handle as GET, handle as POST }
