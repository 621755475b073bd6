import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { createKeyedDocuments, migrateTables, openPool } from "@/lib/db"
import { createIdentity, type Identity } from "@/service/identity/identity"
import { loadIdentityKeys } from "@/service/identity/keys"
import { type DemoPerson, demoPeople } from "@/service/identity/people"

const listen = (server: Server, port: number) =>
  new Promise<number>((resolve) =>
    server.listen(port, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)),
  )

/**
 * Starts the demo identity on its own port. A test can change its people and make it unreachable.
 */
export async function startTestIdentity(databaseUrl: string, schema: string) {
  const pool = openPool(databaseUrl, { max: 4 })
  const documents = createKeyedDocuments({ pool, schema })
  await migrateTables(pool, "dashboard", schema)
  const keys = await loadIdentityKeys(documents)
  const people: DemoPerson[] = [...demoPeople]
  const requested: string[] = []
  let identity: Identity | undefined

  const open = () =>
    createServer((request, response) => {
      requested.push(`${request.method} ${request.url?.split("?")[0]}`)
      identity?.handle(request, response)
    })
  let server = open()
  const port = await listen(server, 0)
  const origin = `http://127.0.0.1:${port}`
  const settings = { host: "127.0.0.1", issuer: `${origin}/oidc`, audience: `${origin}/api` }
  identity = createIdentity(
    { ...settings, scopes: ["svc.api"], tokenTtlSeconds: 3600, people },
    { keys, documents, onError: () => {} },
  )

  const silence = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return {
    origin,
    issuer: settings.issuer,
    people,
    /** Method and path of every request so far. */
    requested,
    silence,
    async speak() {
      server = open()
      await listen(server, port)
    },
    async stop() {
      await silence()
      await pool.end()
    },
  }
}

export type TestIdentity = Awaited<ReturnType<typeof startTestIdentity>>
