import { randomUUID } from "node:crypto"
import { demoClient } from "@/service/identity/demo-client"
import { type Departments, openDepartments } from "@/service/testing/departments"
import { startTestService } from "@/service/testing/test-service"
import { migrateTables, openPool } from "../../../db"
import { createTestBff, ownOrigin } from "../../testing/test-bff"
import { createEditLog } from "../table"

/** The headers that the dashboard's own pages send. */
export const pageHeaders = {
  "x-requested-with": "dashboard",
  origin: ownOrigin,
  "sec-fetch-site": "same-origin",
  "content-type": "application/json-patch+json",
}

/** A BFF with a real log of edits in a schema of its own, before a real service. */
export async function openEditWorld(databaseUrl: string) {
  const schema = `edits_${randomUUID().slice(0, 8)}`
  const pool = openPool(databaseUrl, { max: 4 })
  const edits = createEditLog({ pool, schema })
  await migrateTables(pool, "dashboard", schema)
  const service = await startTestService({ databaseUrl })
  const config = {
    apiUrl: service.url,
    tokenUrl: `${service.origin}/oidc/token`,
    clientId: demoClient.id,
    clientSecret: demoClient.secret,
  }
  const bff = createTestBff(config, { edits })
  const letIntentsAge = () =>
    pool.query(`update "${schema}".edit set intended_at = intended_at - interval '1 hour'`)
  const departments: Departments = await openDepartments(service)
  return {
    bff,
    service,
    departments,
    edits,
    databaseUrl,
    pool,
    schema,
    letIntentsAge,
    config: { ...config, scopePrefix: "svc.api" },
    /** A checksum of every department as the service keeps it. */
    async digestDepartments(): Promise<string> {
      const [, { rows }] = (await service.query(
        "select md5(string_agg(d::text, '\n' order by d::text)) as digest from department d",
      )) as [unknown, { rows: { digest: string }[] }]
      return rows[0]?.digest ?? ""
    },
    async close() {
      await bff.close()
      await service.stop()
      await pool.end()
    },
  }
}

export type EditWorld = Awaited<ReturnType<typeof openEditWorld>>
