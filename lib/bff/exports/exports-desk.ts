import "server-only"
import { type Catalogue, printPath } from "../../catalogue"
import type { Session } from "../../session"
import type { ExportJob, ExportJobs, ExportState } from "../../store"
import { requirePermission } from "../check-access"
import { BffError, isBffError } from "../problem"
import type { SmallGroupsGuard } from "../series/small-groups-guard"
import { exportFile, type FileParts, fileName, measureFile, mediaTypes } from "./export-file"
import { describeFile } from "./export-manifest"
import { type ExportOrder, orderOf, type ReadOrder, readOrder } from "./export-order"
import type { ExportRunner } from "./export-runner"
import { firstPlace } from "./reading-place"
import { readRows } from "./run-export"
import { streamBytes } from "./stream-bytes"

export interface ExportsDeskParts {
  readonly catalogue: Catalogue
  readonly jobs: ExportJobs
  readonly runner: Pick<ExportRunner, "wake" | "drop">
  readonly largestWorkbook?: number | undefined
  /** Without one, everybody who may read a list exports each of its rows. */
  readonly guard?: Pick<SmallGroupsGuard, "seesAll" | "require"> | undefined
}

/** How many a person may have that are not over. */
const mostUnfinished = 10

const notFound = () =>
  new BffError("not_found", {
    detail: "You have no export under this id. Those that are over are kept for a day.",
  })

const conflict = (detail: string) => new BffError("export_conflict", { detail })

/** Which states a wish can be granted in; what is over does not begin again, but for what has failed. */
const before: Readonly<Record<"paused" | "running" | "cancelled", readonly ExportState[]>> = {
  paused: ["running"],
  running: ["paused", "failed"],
  cancelled: ["running", "paused", "failed"],
}

export type WishedState = keyof typeof before

/** An export as its person sees it; times as ISO text. */
function showJob(job: ExportJob, order: ReadOrder) {
  const { id, state, rows, calls, reason, bytes, sha256 } = job
  const { operation, parameters, order: asked } = order
  const isComplete = state === "done"
  const isPart = state === "paused" || (state === "failed" && reason !== "file_too_large")
  return {
    ...{ id, state, rows, calls, reason, bytes, sha256 },
    operation: operation.id,
    path: printPath(operation, parameters),
    query: asked.query,
    format: asked.format,
    columns: order.columns.length,
    rowsPerCall: operation.limit.maximum,
    expectedRows: asked.expectedRows ?? null,
    /** Running, but held up: by the quota, a fault, or other exports that go first. */
    isWaiting: state === "running" && (reason !== null || !job.isLeased),
    createdAt: job.createdAt.toISOString(),
    endedAt: job.endedAt?.toISOString() ?? null,
    retryAt: job.retryAt?.toISOString() ?? null,
    file: isComplete || isPart ? { name: fileName({ job, order, isComplete }), isComplete } : null,
  }
}

export type ShownExport = ReturnType<typeof showJob>

/** What people do with exports: each sees and changes their own alone. */
export function createExportsDesk(parts: ExportsDeskParts) {
  const { catalogue, jobs, runner, largestWorkbook, guard } = parts
  const show = (job: ExportJob) => showJob(job, orderOf(catalogue, job.orderText))

  /** None for an order that an older version took and this one cannot read. */
  function showReadable(job: ExportJob): ShownExport[] {
    try {
      return [show(job)]
    } catch (error) {
      if (isBffError(error)) return []
      throw error
    }
  }

  async function requireJob(session: Session, id: string): Promise<ExportJob> {
    const job = await jobs.find(id, session.sub)
    if (!job) throw notFound()
    return job
  }

  /** What a file is made of; who has lost the permission for its rows gets 403. */
  async function requireFile(session: Session, id: string): Promise<FileParts> {
    const job = await requireJob(session, id)
    const order = orderOf(catalogue, job.orderText)
    requirePermission(session, order.operation)
    await guard?.require(session, order.operation, order.parameters)
    if (job.state === "running")
      throw conflict("The export is running. Pause it for what is there.")
    if (job.state === "cancelled") throw conflict("The export was cancelled and keeps no rows.")
    const readPage = (number: number) => readRows(jobs, job.id, number)
    return { job, order, readPage, isComplete: job.state === "done", largestWorkbook }
  }

  async function measure(parts: FileParts, signal?: AbortSignal) {
    const { bytes, sha256 } = parts.job
    if (parts.isComplete && bytes !== null && sha256 !== null) return { bytes, sha256 }
    return measureFile(parts, signal)
  }

  return {
    async start(session: Session, asked: ExportOrder): Promise<ShownExport> {
      const order = readOrder(catalogue, asked)
      requirePermission(session, order.operation)
      await guard?.require(session, order.operation, order.parameters)
      const kept = { ...asked, tellsPersons: (await guard?.seesAll(session)) ?? true }
      const place = JSON.stringify(firstPlace(order))
      const job = await jobs.create({
        ...{ person: session.sub, orderText: JSON.stringify(kept), place, most: mostUnfinished },
      })
      if (!job)
        throw new BffError("limit_reached", {
          detail: `You have ${mostUnfinished} unfinished exports. Let one finish, or cancel one.`,
        })
      runner.wake()
      return show(job)
    },
    list: async (session: Session) => ({
      exports: (await jobs.list(session.sub)).flatMap(showReadable),
    }),
    find: async (session: Session, id: string) => show(await requireJob(session, id)),
    async change(session: Session, id: string, to: WishedState): Promise<ShownExport> {
      const { orderText } = await requireJob(session, id)
      if (to === "running") requirePermission(session, orderOf(catalogue, orderText).operation)
      const changed = await jobs.change(id, session.sub, to, before[to])
      if (!changed) throw conflict(`The export cannot be ${to} from the state that it is in.`)
      if (to === "running") runner.wake()
      else runner.drop(id)
      return show(changed)
    },
    async remove(session: Session, id: string): Promise<undefined> {
      if (!(await jobs.remove(id, session.sub))) throw notFound()
      runner.drop(id)
      return undefined
    },
    /** The file, with its length and digest, since Next sends no `content-length`; where it breaks off, the connection is cut. */
    async readFile(session: Session, id: string, signal?: AbortSignal): Promise<Response> {
      const parts = await requireFile(session, id)
      const { bytes, sha256 } = await measure(parts, signal)
      const digest = Buffer.from(sha256, "hex").toString("base64")
      return new Response(streamBytes(exportFile(parts), bytes), {
        headers: {
          "content-type": mediaTypes[parts.order.order.format],
          "content-disposition": `attachment; filename="${fileName(parts)}"`,
          "x-file-bytes": `${bytes}`,
          "repr-digest": `sha-256=:${digest}:`,
          "cache-control": "private, no-store, no-transform",
        },
      })
    },
    async readManifest(session: Session, id: string, signal?: AbortSignal): Promise<Response> {
      const parts = await requireFile(session, id)
      const manifest = describeFile(parts, await measure(parts, signal))
      const name = `${fileName(parts)}.manifest.json`
      return new Response(JSON.stringify(manifest, null, 2), {
        headers: {
          "content-type": "application/json",
          "content-disposition": `attachment; filename="${name}"`,
        },
      })
    },
  }
}

export type ExportsDesk = ReturnType<typeof createExportsDesk>
