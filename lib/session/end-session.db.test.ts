import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { createDiscovery, endSessionUrl } from "./identity-client"

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

async function startIdentity(discovery: object): Promise<string> {
  const started = createServer(({ headers: { host } }, response) => {
    const issuer = `http://${host}`
    const [authorization_endpoint, token_endpoint, jwks_uri] = [issuer, issuer, issuer]
    const whole = { issuer, authorization_endpoint, token_endpoint, jwks_uri, ...discovery }
    response.end(JSON.stringify(whole))
  })
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve))
  servers.push(started)
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

const urlOf = (issuer: string) =>
  endSessionUrl(
    configOf(issuer),
    createDiscovery(issuer, () => 0),
    "/signin",
  )

test("the end-session URL contains the client id and the URL to return to", async () => {
  const issuer = await startIdentity({ end_session_endpoint: "https://identity.test/end?tenant=1" })
  const url = new URL(await urlOf(issuer))
  expect(`${url.origin}${url.pathname}`).toBe("https://identity.test/end")
  expect(Object.fromEntries(url.searchParams)).toEqual({
    tenant: "1",
    client_id: "client one",
    post_logout_redirect_uri: "http://localhost:3000/signin",
  })
})

test("an identity without an endpoint, with another issuer or that is down leads to the dashboard", async () => {
  const issuer = await startIdentity({})
  expect(await urlOf(issuer)).toBe("http://localhost:3000/signin")
  const foreign = await startIdentity({
    issuer: "https://other.test",
    end_session_endpoint: "https://identity.test/end",
  })
  expect(await urlOf(foreign)).toBe("http://localhost:3000/signin")
  expect(await urlOf("http://127.0.0.1:1")).toBe("http://localhost:3000/signin")
})
