import { type NextRequest, NextResponse } from "next/server"
import { fetchBackend } from "@/app/fetch-backend"
import { setAsideUnreadable } from "@/lib/catalogue"
import { loadConfig } from "@/lib/server/config"
import { newNonce, pageHeaders } from "@/lib/server/http/page-headers"
import { requestTarget } from "@/lib/server/http/request-target"

export const config = {
  // Everything except paths that are not pages; an extension does not tell.
  matcher: ["/((?!api/|_next/|healthz$|readyz$|metrics$|icon\\.svg$).*)"],
}

const signInPath = "/signin"

/**
 * Why the person must sign in: the session is gone, or the identity provider cannot confirm it.
 * Undefined if neither, or if only the page itself can tell.
 */
async function signInReason(request: NextRequest): Promise<"gone" | "unconfirmed" | undefined> {
  const cookie = request.headers.get("cookie") ?? ""
  const headers = { cookie }
  const answer = await fetchBackend(new Request("http://in-process/api/session", { headers }))
  if (!answer.ok) return undefined
  const { session, isUnconfirmed } = await answer.json()
  if (session) return undefined
  return isUnconfirmed ? "unconfirmed" : "gone"
}

/**
 * The page's address, changed so that the page can report the unreadable parts; undefined if
 * everything is readable.
 */
function readableUrl(request: NextRequest, origin: string): URL | undefined {
  const search = setAsideUnreadable(requestTarget(request.url).search)
  if (search === undefined) return undefined
  const url = new URL(origin)
  url.pathname = request.nextUrl.pathname
  url.search = search
  return url
}

/**
 * Redirects signed-out people to the sign-in page and sets security headers on every page; never
 * the only guard.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { development, session } = loadConfig()
  const readable = readableUrl(request, session.origin)
  if (readable) return NextResponse.redirect(readable)
  const { pathname, search } = request.nextUrl
  const isSignIn = pathname === signInPath
  const reason = isSignIn ? undefined : await signInReason(request)
  if (reason) {
    const target = new URL(signInPath, session.origin)
    target.searchParams.set("callbackUrl", `${pathname}${search}`)
    if (reason === "unconfirmed") target.searchParams.set("error", "OAuthSignin")
    return NextResponse.redirect(target)
  }
  const nonce = newNonce()
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
