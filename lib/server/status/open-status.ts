import "server-only"
import { dirname } from "node:path"
import {
  countLeases,
  createKeyedDocuments,
  type Pool,
  type StatementTimes,
  type Tally,
} from "../../db"
import { untried } from "../health/readiness"
import { instanceName } from "../http/instance-name"
import { describeError, type Log } from "../http/log"
import { type InstanceSign, startInstances } from "./instances"
import { createStatusService, frequentFirst, type StatusParts, slowest } from "./service"

/** The tables with the leases of each kind of work. */
const leased = {
  copy: "replica.sync_list",
  export: "dashboard.export_job",
  batch: "dashboard.edit_batch",
} as const

export interface OpenStatusParts
  extends Pick<
    StatusParts,
    "clock" | "readCopies" | "readExports" | "readQuota" | "readReadiness" | "readTables"
  > {
  readonly id: string
  readonly pool: Pool
  readonly version: string
  readonly workspaceFile: string
  readonly times: StatementTimes
  readonly readErrors: () => Tally[]
  readonly log: Log
}

/** Publishes this instance's state and reads that of all instances. */
export function openStatus(parts: OpenStatusParts) {
  const { id, pool, version, workspaceFile, times, readErrors, log, clock } = parts
  const sign = {
    name: instanceName,
    version,
    node: process.version,
    startedAt: clock() - Math.round(process.uptime() * 1000),
  }
  const readSign = async (): Promise<InstanceSign> => {
    const { status, upstream, impaired, draining } = await parts.readReadiness({
      callsPlatform: false,
    })
    const isUntried = upstream === untried && !draining
    return {
      ...sign,
      status: isUntried ? untried : status,
      impaired: [...impaired],
      draining: draining ?? false,
      statements: slowest(times.read()),
      errors: frequentFirst(readErrors()),
    }
  }
  const documents = createKeyedDocuments({ pool, schema: "dashboard" })
  const instances = startInstances({
    id,
    documents: documents,
    readSign,
    complain: (error) => log.error({ error: describeError(error) }, "instances"),
  })
  const readStatus = createStatusService({
    ...parts,
    instances,
    readSign,
    readWork: () => countLeases(pool, leased),
    async readDatabaseBytes() {
      const { rows } = await pool.query<{ bytes: number }>(
        "select pg_database_size(current_database())::float8 as bytes",
      )
      return rows[0]?.bytes ?? 0
    },
    folder: dirname(workspaceFile),
  })
  return { readStatus, stop: instances.stop }
}
