import "server-only"
import { isOwnHost } from "../session"

/** The addresses that the dashboard connects to. */
export interface Connections {
  readonly databaseUrl: string
  readonly apiUrl: string
  readonly tokenUrl: string
}

function isEncryptedDatabase(url: URL): boolean {
  const socket = url.searchParams.get("host") ?? url.hostname
  if (socket === "" || socket.startsWith("/") || isOwnHost(socket)) return true
  return url.searchParams.get("sslmode") === "verify-full"
}

const isEncrypted = (url: URL) => url.protocol === "https:" || isOwnHost(url.hostname)

/**
 * One sentence for each connection open to eavesdropping or tampering: it leaves this machine
 * without TLS, or does not verify the server's certificate.
 */
export function judgeConnections(connections: Connections): string[] {
  const { databaseUrl, apiUrl, tokenUrl } = connections
  const found: string[] = []
  if (!isEncryptedDatabase(new URL(databaseUrl)))
    found.push("DATABASE_URL must end with sslmode=verify-full, since it leaves this machine.")
  if (!isEncrypted(new URL(apiUrl)))
    found.push("REPORTING_API_URL must begin with https://, since it leaves this machine.")
  if (!isEncrypted(new URL(tokenUrl)))
    found.push("REPORTING_TOKEN_URL must begin with https://, since it leaves this machine.")
  return found
}
