import * as fc from "fast-check"
import { demoClient } from "../../identity/demo-client"
import { type FuzzRequest, share } from "./fuzz-request"
import { identityPath } from "./fuzz-targets"
import { nasty, spoilt } from "./nasty"

const callback = "http://localhost:3000/api/auth/callback/oidc"
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

/** Redirect addresses that a sign-in must never use. */
const hostileAddresses = [
  "javascript:alert(1)",
  "data:text/html,<script>1</script>",
  "//evil.example/",
  "/",
  "",
  "https://evil.example/api/auth/callback/oidc",
  "http://localhost.evil.example/",
  "http://",
  `${callback}@evil.example`,
  "http://localhost:3000@evil.example/api/auth/callback/oidc",
  `${callback}?next=https://evil.example`,
  `${callback}#evil`,
  `${callback}/../../evil`,
  `${callback}%0d%0aSet-Cookie:%20planted=1`,
  `http://127.0.0.1\\.evil.example/`,
  "http://[",
  `${callback}\r\nSet-Cookie: planted=1`,
  `http://localhost:99999/`,
  `${callback}/${"a".repeat(3000)}`,
]

const textOf = (...texts: string[]) => fc.constantFrom(...texts)

/**
 * The values of each parameter of a token or sign-in request. The usable value is the most
 * frequent.
 */
const parameters = new Map<string, fc.Arbitrary<string>>(
  Object.entries({
    grant_type: textOf(
      ...Array.from({ length: 16 }, () => "client_credentials"),
      "authorization_code",
      "refresh_token",
      "password",
      "implicit",
      "",
      "__proto__",
      "urn:ietf:params:oauth:grant-type:device_code",
    ),
    client_id: textOf(...Array.from({ length: 16 }, () => demoClient.id), "other", "", "toString"),
    client_secret: textOf(...Array.from({ length: 16 }, () => demoClient.secret), "guess", ""),
    scope: textOf(
      "svc.api",
      "svc.api svc.api.kpis:read",
      "openid",
      "openid svc.api",
      "svc.api\tsvc.api",
      "svc.api ".repeat(2000),
      "a".repeat(20_000),
      "",
      " ",
      "svc.api.payroll",
      "svc.api\u0000",
    ),
    resource: textOf("http://127.0.0.1/api", "urn:x", "not a url", "https://evil.example", ""),
    code: textOf("abc", "", "a".repeat(4000)),
    code_verifier: textOf("a".repeat(43), "short", "ä".repeat(43)),
    redirect_uri: fc.oneof(share(2, fc.constant(callback)), share(2, textOf(...hostileAddresses))),
    response_type: textOf("code", "code", "code", "token", "id_token", "code id_token", "none", ""),
    response_mode: textOf("query", "form_post", "fragment", "web_message", "jwt", "x"),
    state: textOf(
      "s",
      "'\"><script>alert(1)</script>",
      "a\r\nSet-Cookie: planted=1",
      "a".repeat(5000),
    ),
    nonce: textOf("n", ""),
    prompt: textOf("login", "none", "consent", "create", "none login", ""),
    code_challenge: textOf(challenge, challenge, "short", ""),
    code_challenge_method: textOf("S256", "S256", "plain", "x"),
    max_age: textOf("0", "-1", "1e9", "NaN", "9".repeat(40)),
    claims: textOf('{"userinfo":{"sub":null}}', "{", "[]", '{"__proto__":1}', `{"id_token":"x"}`),
    request: textOf("eyJhbGciOiJub25lIn0.e30.", "abc", ""),
    request_uri: textOf("urn:x", "https://evil.example/request.jwt", "http://127.0.0.1:1/"),
    id_token_hint: textOf("abc", "eyJhbGciOiJub25lIn0.e30."),
    login_hint: textOf("hr@demo.test", "<script>", ""),
    token: textOf("abc", "{token}", ""),
    email: textOf("hr@demo.test", "'; drop table", "a".repeat(9000)),
    password: textOf("demo", "x"),
  }),
)

/** Most parameters of the request once, some missing, some repeated, some unknown. */
function arbitraryForm(defaults: readonly string[]): fc.Arbitrary<string> {
  const pair = (name: string) =>
    fc
      .oneof(share(19, parameters.get(name) ?? nasty), share(1, nasty))
      .map((value) => [name, value])
  const strange = fc.constantFrom(...parameters.keys(), "a[b]", "__proto__", "constructor", "")
  return fc
    .tuple(
      fc.tuple(...defaults.map((name) => fc.option(pair(name), { freq: 12 }))),
      fc.option(fc.array(strange.chain(pair), { minLength: 1, maxLength: 2 }), {
        nil: [],
        freq: 1,
      }),
    )
    .map(([known, others]) =>
      `${new URLSearchParams([...known.filter((one) => one !== null), ...others] as string[][])}`.replaceAll(
        "%7Btoken%7D",
        "{token}",
      ),
    )
}

const tokenForm = arbitraryForm(["grant_type", "client_id", "client_secret", "scope"])
const signInForm = arbitraryForm([
  "client_id",
  "redirect_uri",
  "response_type",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
])

const basic = (text: string) => `Authorization: Basic ${Buffer.from(text).toString("base64")}`

const clientHeaders = fc.oneof(
  share(6, fc.constant<string[]>([])),
  share(2, fc.constant([basic(`${demoClient.id}:${demoClient.secret}`)])),
  share(
    2,
    fc.constantFrom<string[]>(
      ...[basic(demoClient.id), basic(":"), basic(""), basic("a:b:c"), basic("%zz:%")].map(
        (line) => [line],
      ),
      ["Authorization: Basic"],
      ["Authorization: Basic ####"],
      [`Authorization: Basic ${"QUJD".repeat(1500)}`],
      [basic("\u00ff\u0000:x"), basic("a:b")],
      ["Authorization: Bearer {token}"],
      ["Authorization: DPoP {token}", "DPoP: abc"],
      ["Cookie: identity_session=abc; identity_session.sig=abc; identity_sign_in=x"],
    ),
  ),
)

const formType = "application/x-www-form-urlencoded"
const types = fc.constantFrom(
  ...Array.from({ length: 16 }, () => formType),
  "application/json",
  "multipart/form-data; boundary=x",
  "text/plain",
  `${formType}; charset=x`,
  "",
)

/**
 * Requests to the identity server: invalid token requests, sign-ins with hostile redirects, unknown
 * paths.
 */
export const identityRequest: fc.Arbitrary<FuzzRequest> = fc
  .record({
    path: identityPath,
    method: fc.oneof(
      share(8, fc.constant(undefined)),
      share(2, fc.constantFrom("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE")),
    ),
    headers: clientHeaders,
    type: types,
    tokenForm: fc.oneof(share(9, spoilt(tokenForm, 10)), share(1, fc.json())),
    signInForm: spoilt(signInForm, 10),
    sent: fc.oneof(share(60, fc.constant(undefined)), share(1, fc.constantFrom(0.3, 0.9))),
  })
  .map(({ path, method, headers, type, tokenForm: form, signInForm: query, sent }) => {
    const isSignIn = path.startsWith("/oidc/auth")
    const fallback = isSignIn || !/token|sign-in/.test(path) ? "GET" : "POST"
    const chosen = method ?? fallback
    const hasBody = ["POST", "PUT", "DELETE"].includes(chosen)
    return {
      method: chosen,
      target: hasBody || !isSignIn ? path : `${path}?${query}`,
      headers: hasBody ? [...headers, `Content-Type: ${type}`] : headers,
      body: hasBody ? (isSignIn ? query : form) : "",
      sent,
    }
  })
