import { type NextRequest, NextResponse } from "next/server"
import { loadConfig } from "@/lib/bff/config"
import { pageHeaders } from "@/lib/bff/page-headers"
import { createSessionReader } from "@/lib/session"

export const config = {
  matcher: [
    "/((?!api/|_next/|healthz$|readyz$|.*\\.(?:ico|svg|png|webp|woff2|txt|webmanifest)$).*)",
  ],
}

const signInPath = "/signin"

/** Sends signed-out people to the sign-in page and gives every page its security headers; never the only guard. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { development, session } = loadConfig()
  const { pathname, search } = request.nextUrl
  const isSignIn = pathname === signInPath
  const readSession = createSessionReader({ config: session, clock: Date.now })
  if (!isSignIn && !(await readSession(request.cookies))) {
    const target = new URL(signInPath, session.origin)
    target.searchParams.set("callbackUrl", `${pathname}${search}`)
    return NextResponse.redirect(target)
  }
  const nonce = Buffer.from(crypto.randomUUID()).toString("base64")
  const headers = pageHeaders({
    nonce,
    development,
    secure: session.origin.startsWith("https://"),
  })
  const passed = new Headers(request.headers)
  passed.set("x-nonce", nonce)
  passed.set("content-security-policy", headers["content-security-policy"] ?? "")
  return NextResponse.next({ request: { headers: passed }, headers })
}
