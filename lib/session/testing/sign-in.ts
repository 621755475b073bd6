import type { CookieBrowser } from "@/service/testing/browser"

const locationOf = (response: Response, base: string) =>
  new URL(response.headers.get("location") ?? "about:blank", base).href

export async function readCsrfToken(browser: CookieBrowser, { origin }: { origin: string }) {
  const answer = await browser.open(`${origin}/api/auth/csrf`)
  return ((await answer.json()) as { csrfToken: string }).csrfToken
}

/** Signs in as a person does, through both servers' own pages; returns the final URL. */
export async function signIn(
  browser: CookieBrowser,
  dashboard: { origin: string },
  { email = "hr@demo.test", callbackUrl = "/", query = "" } = {},
): Promise<string> {
  const csrfToken = await readCsrfToken(browser, dashboard)
  const start = `${dashboard.origin}/api/auth/signin/oidc${query}`
  const away = await browser.submit(start, { csrfToken, callbackUrl })
  const requested = await browser.open(locationOf(away, start))
  const page = locationOf(requested, away.headers.get("location") ?? start)
  let response = await browser.submit(page, { email, password: "demo" })
  let address = locationOf(response, page)
  while (!response.headers.getSetCookie().some((line) => /session-token=./.test(line))) {
    response = await browser.open(address)
    if (!response.headers.has("location")) break
    address = locationOf(response, address)
  }
  return address
}
