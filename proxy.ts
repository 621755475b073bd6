import { type NextRequest, NextResponse } from "next/server"
import { fetchBackend } from "@/app/fetch-backend"
import { setAsideUnreadable } from "@/lib/catalogue"
import { loadConfig } from "@/lib/server/config"
import { newNonce, pageHeaders } from "@/lib/server/http/page-headers"
import { requestTarget } from "@/lib/server/http/request-target"

export const config = {
  // All but what answers no page: a path says nothing of that by how it ends.
  matcher: ["/((?!api/|_next/|healthz$|readyz$|metrics$|icon\\.svg$).*)"],
}

const signInPath = "/signin"

/** Why somebody has to sign in: their session is gone, or the identity cannot confirm it; undefined where they need not, or where only the page itself can tell. */
async function signInReason(request: NextRequest): Promise<"gone" | "unconfirmed" | undefined> {
  const cookie = request.headers.get("cookie") ?? ""
  const headers = { cookie }
  const answer = await fetchBackend(new Request("http://in-process/api/session", { headers }))
  if (!answer.ok) return undefined
  const { session, isUnconfirmed } = await answer.json()
  if (session) return undefined
  return isUnconfirmed ? "unconfirmed" : "gone"
}

/** The page's address under which it can tell what of it cannot be read; undefined where all of it can. */
function readableUrl(request: NextRequest, origin: string): URL | undefined {
  const search = setAsideUnreadable(requestTarget(request.url).search)
  if (search === undefined) return undefined
  const url = new URL(origin)
  url.pathname = request.nextUrl.pathname
  url.search = search
  return url
}

/** Sends signed-out people to the sign-in page and gives every page its security headers; never the only guard. */
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
