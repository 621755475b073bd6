// The baseline: runs one statement for each request and forwards the JSON text. Its parent sends
// the settings.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { openPool } from "@/lib/db"
import type { Baseline } from "./baseline"

process.once("disconnect", () => process.exit())
process.once("message", ({ databaseUrl, poolSize, statement }: Baseline) => {
  const pool = openPool(databaseUrl, { max: poolSize })
  const server = createServer(async (_request, response) => {
    try {
      const { rows } = await pool.query<{ json: string; found: number }>(statement)
      const body = `{"count":${rows[0]?.found},"data":${rows[0]?.json}}`
      response.writeHead(200, {
        "content-type": "application/json; charset=utf-8",
        "content-length": Buffer.byteLength(body),
      })
      return response.end(body)
    } catch {
      return response.writeHead(500).end()
    }
  })
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port))
})
