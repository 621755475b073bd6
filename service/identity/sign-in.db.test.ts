import { createHash, randomBytes } from "node:crypto"
import { createRemoteJWKSet, decodeJwt, jwtVerify } from "jose"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { type CookieBrowser, createCookieBrowser } from "../testing/browser"
import { startTestService, type TestService } from "../testing/test-service"
import { demoPeople } from "./people"

let service: TestService
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl") })
})
afterAll(() => service.stop())

const verifier = randomBytes(32).toString("base64url")
const dashboard = "http://localhost:3000"

function authorizationUrl(changes: Record<string, string> = {}) {
  const parameters = {
    client_id: "demo-dashboard",
    response_type: "code",
    scope: "openid profile email",
    redirect_uri: `${dashboard}/api/auth/callback/oidc`,
    state: "the state",
    nonce: "the nonce",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...changes,
  }
  return `${service.origin}/oidc/auth?${new URLSearchParams(parameters)}`
}

function nextAddress(response: Response): string {
  const location = response.headers.get("location")
  if (!location) throw new Error(`no redirect but ${response.status}`)
  return new URL(location, service.origin).href
}

/** Follows redirects within the identity server and returns the dashboard's URL. */
async function followBack(browser: CookieBrowser, response: Response): Promise<URL> {
  let address = nextAddress(response)
  while (address.startsWith(service.origin)) address = nextAddress(await browser.open(address))
  return new URL(address)
}

async function openSignIn(browser: CookieBrowser, changes?: Record<string, string>) {
  const page = nextAddress(await browser.open(authorizationUrl(changes)))
  expect(page).toContain("/oidc/sign-in/")
  return page
}

async function signIn(browser: CookieBrowser, email: string, changes?: Record<string, string>) {
  const page = await openSignIn(browser, changes)
  const response = await browser.submit(page, { email, password: "demo" })
  expect(response.status).toBe(303)
  return followBack(browser, response)
}

function exchange(code: string | null, changes: Record<string, string> = {}) {
  const form = {
    grant_type: "authorization_code",
    client_id: "demo-dashboard",
    client_secret: "demo-dashboard-secret",
    redirect_uri: `${dashboard}/api/auth/callback/oidc`,
    code: code ?? "",
    code_verifier: verifier,
    ...changes,
  }
  const body = new URLSearchParams(form)
  return fetch(`${service.origin}/oidc/token`, { method: "POST", body })
}

describe("signing in with an authorization code and PKCE", () => {
  test.each(demoPeople)("as $email returns name, e-mail and roles", async (person) => {
    const back = await signIn(createCookieBrowser(), person.email)
    expect(`${back.origin}${back.pathname}`).toBe(`${dashboard}/api/auth/callback/oidc`)
    expect(back.searchParams.get("state")).toBe("the state")
    const tokens = (await (await exchange(back.searchParams.get("code"))).json()) as {
      id_token: string
      access_token: string
    }
    const keys = createRemoteJWKSet(new URL(`${service.origin}/oidc/jwks`))
    const { payload } = await jwtVerify(tokens.id_token, keys, {
      issuer: `${service.origin}/oidc`,
      audience: "demo-dashboard",
    })
    const { id: sub, name, email, roles } = person
    expect(payload).toMatchObject({ sub, name, email, roles, nonce: "the nonce" })
    const userinfo = await fetch(`${service.origin}/oidc/me`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(await userinfo.json()).toMatchObject({ sub, name, email, roles })
    const api = await service.get("/v1/highscores", {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(api.status).toBe(401)
  })

  test.each(["http://127.0.0.1:8123", "http://[::1]:3000", "http://localhost"])(
    "redirects to a dashboard at %s",
    async (origin) => {
      const redirect_uri = `${origin}/api/auth/callback/oidc`
      const back = await signIn(createCookieBrowser(), "hr@demo.test", { redirect_uri })
      expect(back.href.startsWith(`${redirect_uri}?code=`)).toBe(true)
    },
  )

  test("requires credentials again at the next sign-in in the same browser", async () => {
    const browser = createCookieBrowser()
    await signIn(browser, "hr@demo.test")
    const back = await signIn(browser, "analyst@demo.test")
    const answer = await (await exchange(back.searchParams.get("code"))).json()
    const { id_token } = answer as { id_token: string }
    expect(decodeJwt(id_token)).toMatchObject({ email: "analyst@demo.test", roles: ["analyst"] })
  })

  test("a code is valid once, with its verifier and redirect URL only", async () => {
    const codeOf = async () =>
      (await signIn(createCookieBrowser(), "hr@demo.test")).searchParams.get("code")
    const code = await codeOf()
    expect((await exchange(code)).status).toBe(200)
    expect((await exchange(code)).status).toBe(400)
    expect((await exchange(await codeOf(), { code_verifier: "x".repeat(43) })).status).toBe(400)
    const redirect_uri = "http://localhost:3001/api/auth/callback/oidc"
    expect((await exchange(await codeOf(), { redirect_uri })).status).toBe(400)
  })
})

describe("a sign-in request", () => {
  test.each([
    ["http://example.com/api/auth/callback/oidc"],
    ["http://localhost:3000/elsewhere"],
    ["http://localhost:3000/api/auth/callback/oidc?more=1"],
  ])("is refused for the redirect URL %s", async (redirect_uri) => {
    const response = await createCookieBrowser().open(authorizationUrl({ redirect_uri }))
    expect(response.status).toBe(400)
    expect(await response.text()).toContain("You cannot sign in")
  })

  test("is refused without PKCE", async () => {
    const response = await createCookieBrowser().open(
      authorizationUrl({ code_challenge: "", code_challenge_method: "" }),
    )
    expect(new URL(nextAddress(response)).searchParams.get("error")).toBe("invalid_request")
  })
})

describe("the sign-in page", () => {
  test("shows the demo people and loads no script, frame or external resource", async () => {
    const browser = createCookieBrowser()
    const response = await browser.open(await openSignIn(browser))
    const page = await response.text()
    for (const person of demoPeople) expect(page).toContain(person.name)
    expect(page).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/)
    const policy = response.headers.get("content-security-policy")
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/)
    expect(policy).toContain(`form-action 'self' ${dashboard};`)
    expect(policy).toContain("frame-ancestors 'none'")
  })

  test("keeps the e-mail, escaped, and shows the error", async () => {
    const browser = createCookieBrowser()
    const address = await openSignIn(browser)
    const email = '"><img src=x>@demo.test'
    const response = await browser.submit(address, { email, password: "guess" })
    expect(response.status).toBe(422)
    const page = await response.text()
    expect(page).toContain("No account has this e-mail and password.")
    expect(page).toContain('value="&quot;&gt;&lt;img src=x&gt;@demo.test"')
    expect(page).not.toContain("<img")
  })

  test("accepts the e-mail in any letter case, and only the right password", async () => {
    const browser = createCookieBrowser()
    const address = await openSignIn(browser)
    const submit = (email: string, password: string) => browser.submit(address, { email, password })
    expect((await submit("hr@demo.test", "")).status).toBe(422)
    expect((await submit("hr@demo.test", "Demo")).status).toBe(422)
    expect((await submit("nobody@demo.test", "demo")).status).toBe(422)
    expect((await submit(" HR@Demo.test ", "demo")).status).toBe(303)
  })

  test("is rejected without the cookie of the browser that requested it", async () => {
    const address = await openSignIn(createCookieBrowser())
    const form = { email: "hr@demo.test", password: "demo" }
    const stranger = createCookieBrowser()
    expect((await stranger.submit(address, form)).status).toBe(400)
    await openSignIn(stranger)
    const response = await stranger.submit(address, form)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain("This sign-in has ended")
  })
})
