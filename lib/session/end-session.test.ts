import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { endSessionUrl } from "./end-session"

let server: Server | undefined
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

async function startIdentity(discovery: object): Promise<string> {
  const started = createServer((_, response) => response.end(JSON.stringify(discovery)))
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve))
  server = started
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`
}

const configOf = (issuer: string) => ({
  issuer,
  clientId: "client one",
  clientSecret: "secret",
  roleClaim: "roles",
  secret: "a secret of at least thirty-two characters",
  origin: "http://localhost:3000",
})

test("the identity's end-session page is told who asks and where to come back to", async () => {
  const issuer = await startIdentity({ end_session_endpoint: "https://identity.test/end?tenant=1" })
  const url = new URL(await endSessionUrl(configOf(issuer), "/signin"))
  expect(`${url.origin}${url.pathname}`).toBe("https://identity.test/end")
  expect(Object.fromEntries(url.searchParams)).toEqual({
    tenant: "1",
    client_id: "client one",
    post_logout_redirect_uri: "http://localhost:3000/signin",
  })
})

test("an identity without one, or one that is down, leads back to the dashboard", async () => {
  const issuer = await startIdentity({ issuer: "x" })
  expect(await endSessionUrl(configOf(issuer), "/signin")).toBe("http://localhost:3000/signin")
  expect(await endSessionUrl(configOf("http://127.0.0.1:1"), "/signin")).toBe(
    "http://localhost:3000/signin",
  )
})
