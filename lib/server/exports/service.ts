import "server-only"
import { type Catalogue, printPath } from "../../catalogue"
import type {
  ExportManifest,
  ExportOrder,
  ExportJob as ShownExport,
  WishedExportState,
} from "../../contract"
import { knowsNames, rowScopeOf, type Session } from "../../session"
import { mediaTypes } from "../files/media-types"
import { streamParts } from "../files/stream-bytes"
import { requireOperation } from "../http/access"
import { BffError, isBffError } from "../http/problem"
import type { ExpensiveWork } from "../http/slots"
import type { SmallGroupsGuard } from "../kpis/small-groups-guard"
import { describeRows, type FileFacts, type FileParts, fileName } from "./export-file"
import { exportOrderOf, type ReadOrder, readExportOrder, type SavedOrder } from "./export-order"
import { firstPosition } from "./export-position"
import type { ExportRunner } from "./export-runner"
import { readRows } from "./read-rows"
import { readShownNames } from "./run-export"
import { makeFile, parseRange, readFileBytes } from "./saved-file"
import type { ExportJobs, ExportState, StoredExport } from "./table"

const notes = {
  shown:
    "What the page showed: its columns, names and order, times on the clocks of the time zone that is named here, what has no name as its id. In CSV an apostrophe before = + - @ in a text was added so that no spreadsheet takes it for a formula.",
  csv: "RFC 4180 in UTF-8. An apostrophe before = + - @ in a text was added so that no spreadsheet takes it for a formula. Arrays are JSON text. Times are ISO 8601 as the platform sent them.",
  xlsx: "Texts are texts, whatever they begin with; one of more than 32,767 characters ends in \u2026. Times are dates in the time zone that is named here. Beside ids stand the names that were known when their page was read. Under labels, arrays are texts with an entry a line; under field names, JSON text. Values of enumerations are the API's.",
} as const

/**
 * The manifest of a file: what was requested, the row count, whether it is complete, and the file's
 * SHA-256 in hex.
 */
function describeFile(
  parts: FileFacts,
  { bytes, sha256 }: { bytes: number; sha256: string },
): ExportManifest {
  return {
    file: fileName(parts),
    bytes,
    sha256,
    ...describeRows(parts),
    calls: parts.job.calls,
    startedAt: parts.job.createdAt.toISOString(),
    endedAt: parts.job.endedAt?.toISOString() ?? null,
    notes: notes[parts.order.shown ? "shown" : parts.order.order.format],
  }
}

interface ExportsServiceParts {
  readonly catalogue: Catalogue
  readonly jobs: ExportJobs
  readonly runner: Pick<ExportRunner, "wake" | "drop">
  readonly slots: Pick<ExpensiveWork, "making" | "downloads" | "parts">
  readonly largestWorkbook?: number | undefined
  /** Without one, everyone who may read a list can export each of its rows. */
  readonly guard?: Pick<SmallGroupsGuard, "seesAll" | "require"> | undefined
}

/** Unfinished exports per person. */
const maxUnfinished = 10

const notFound = () =>
  new BffError("not_found", {
    detail: "You have no export under this id. Those that are over are kept for a day.",
  })

const conflict = (detail: string) => new BffError("export_conflict", { detail })

/**
 * The states from which a requested state can be reached; a finished export cannot restart unless
 * it failed.
 */
const before: Readonly<Record<WishedExportState, readonly ExportState[]>> = {
  paused: ["running"],
  running: ["paused", "failed"],
  cancelled: ["running", "paused", "failed"],
}

/** A request for a file; its headers may contain a range. */
interface FileRequest {
  readonly headers?: Headers
  readonly signal?: AbortSignal
}

/** An export as the API returns it; times as ISO text. */
function showJob(job: StoredExport, order: ReadOrder): ShownExport {
  const { id, state, rows, calls, reason, bytes, sha256 } = job
  const { operation, parameters, order: requested } = order
  const isComplete = state === "done"
  const isPart = state === "paused" || (state === "failed" && reason !== "file_too_large")
  return {
    id,
    state,
    rows,
    calls,
    reason,
    bytes,
    sha256,
    operation: operation.id,
    path: printPath(operation, parameters),
    query: requested.query,
    format: requested.format,
    columns: order.columns.length,
    rowsPerCall: operation.limit.maximum,
    expectedRows: requested.expectedRows ?? null,
    isWaiting: state === "running" && (reason !== null || !job.isLeased),
    createdAt: job.createdAt.toISOString(),
    endedAt: job.endedAt?.toISOString() ?? null,
    retryAt: job.retryAt?.toISOString() ?? null,
    file: isComplete || isPart ? { name: fileName({ job, order, isComplete }), isComplete } : null,
  }
}

/** Operations on exports: each person sees and changes only their own. */
export function createExportsService(parts: ExportsServiceParts) {
  const { catalogue, jobs, runner, slots, largestWorkbook, guard } = parts
  const show = (job: StoredExport) => showJob(job, exportOrderOf(catalogue, job.orderText))

  /** Omits orders from older versions that this one cannot read. */
  function showReadable(job: StoredExport): ShownExport[] {
    try {
      return [show(job)]
    } catch (error) {
      if (isBffError(error)) return []
      throw error
    }
  }

  async function requireJob(session: Session, id: string): Promise<StoredExport> {
    const job = await jobs.find(id, session.sub)
    if (!job) throw notFound()
    return job
  }

  /**
   * The content of a file; throws `forbidden` (403) if the person has lost the permission for its
   * rows.
   */
  async function requireFile(session: Session, id: string): Promise<FileParts> {
    const job = await requireJob(session, id)
    const order = exportOrderOf(catalogue, job.orderText)
    requireOperation(session, order.operation)
    await guard?.require(session, order.operation, order.parameters)
    if (job.state === "running")
      throw conflict("The export is running. Pause it for what is there.")
    if (job.state === "cancelled") throw conflict("The export was cancelled and keeps no rows.")
    const readPage = (number: number) => readRows(jobs, job.id, number)
    const readPageNames = (number: number) => readShownNames(jobs, job.id, number)
    const isComplete = job.state === "done"
    return { catalogue, job, order, readPage, readPageNames, isComplete, largestWorkbook }
  }

  const savedFile = ({ file, bytes, sha256 }: StoredExport) =>
    file !== null && bytes !== null && sha256 !== null ? { file, bytes, sha256 } : undefined

  /** The stored file; for a paused or failed export, it is created on first request and kept. */
  async function requireSavedFile(session: Session, id: string, signal?: AbortSignal) {
    const parts = await requireFile(session, id)
    const saved = savedFile(parts.job)
    return saved ? { parts, saved } : slots.making.run(session.sub, make, signal)

    async function make() {
      const now = await requireFile(session, id)
      if (!savedFile(now.job)) await jobs.attachFile(now.job, await makeFile(jobs, now, signal))
      const made = await requireFile(session, id)
      const file = savedFile(made.job)
      if (!file) throw conflict("The export has just changed. Try again.")
      return { parts: made, saved: file }
    }
  }

  const fileHeaders = (
    parts: FileParts,
    { bytes, sha256 }: { readonly bytes: number; readonly sha256: string },
  ) => ({
    "content-type": mediaTypes[parts.order.order.format],
    "content-disposition": `attachment; filename="${fileName(parts)}"`,
    "x-file-bytes": `${bytes}`,
    "repr-digest": `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`,
    etag: `"${sha256}"`,
    "accept-ranges": "bytes",
    "cache-control": "private, no-store, no-transform",
  })

  return {
    async start(session: Session, requested: ExportOrder): Promise<ShownExport> {
      const scope = rowScopeOf(session)
      const order = readExportOrder(catalogue, { ...requested, scope })
      requireOperation(session, order.operation)
      await guard?.require(session, order.operation, order.parameters)
      const tellsPersons = (await guard?.seesAll(session)) ?? true
      const timeZone = requested.timeZone ?? "UTC"
      const seesAllNames = knowsNames(session.roles)
      const saved: SavedOrder = { ...requested, timeZone, scope, tellsPersons, seesAllNames }
      const position = JSON.stringify(firstPosition(order))
      const job = await jobs.create({
        person: session.sub,
        orderText: JSON.stringify(saved),
        place: position,
        max: maxUnfinished,
      })
      if (!job)
        throw new BffError("limit_reached", {
          detail: `You have ${maxUnfinished} unfinished exports. Let one finish, or cancel one.`,
        })
      runner.wake()
      return show(job)
    },
    list: async (session: Session) => ({
      exports: (await jobs.list(session.sub)).flatMap(showReadable),
    }),
    find: async (session: Session, id: string) => show(await requireJob(session, id)),
    async change(session: Session, id: string, to: WishedExportState): Promise<ShownExport> {
      const { orderText } = await requireJob(session, id)
      if (to === "running") requireOperation(session, exportOrderOf(catalogue, orderText).operation)
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
    /**
     * Returns the file or the requested range with its length and digest, since Next sends no
     * `content-length`. A failure closes the connection.
     */
    async readFile(session: Session, id: string, requested: FileRequest = {}): Promise<Response> {
      const { headers: wanted, signal } = requested
      const send = async (onEnd: () => void) => {
        const { parts, saved } = await requireSavedFile(session, id, signal)
        const headers = fileHeaders(parts, saved)
        const isSame = (wanted?.get("if-range") ?? headers.etag) === headers.etag
        const range = isSame ? parseRange(wanted?.get("range") ?? null, saved.bytes) : undefined
        if (range === "none") {
          onEnd()
          return new Response(null, {
            status: 416,
            headers: { ...headers, "content-range": `bytes */${saved.bytes}` },
          })
        }
        const { first, last } = range ?? { first: 0, last: saved.bytes - 1 }
        const readPart = (number: number) =>
          slots.parts.run(session.sub, () => jobs.readPart(id, saved.file, number), signal)
        const bytes = readFileBytes(readPart, { first, last })
        return new Response(streamParts(bytes, onEnd), {
          status: range ? 206 : 200,
          headers: {
            ...headers,
            ...(range && { "content-range": `bytes ${first}-${last}/${saved.bytes}` }),
          },
        })
      }
      return slots.downloads.hold(session.sub, send, signal)
    },
    async readManifest(session: Session, id: string, signal?: AbortSignal): Promise<Response> {
      const { parts, saved } = await requireSavedFile(session, id, signal)
      const manifest = describeFile(parts, saved)
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

export type ExportsService = ReturnType<typeof createExportsService>
