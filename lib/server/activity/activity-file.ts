import "server-only"
import { type ExportColumn, ownValue, type Row } from "../../catalogue"
import { type PatchChange, parsePatch, printPointer, readChanges } from "../../json-patch"
import type { EditLog, LoggedEdit, StoredBatchAction } from "../edits/table"
import type { EditFilter } from "../edits/table-sql"
import { csvHead, csvLines } from "../files/csv-file"
import { mediaTypes } from "../files/media-types"
import { streamParts } from "../files/stream-bytes"

const columnNames = [
  "when",
  "who",
  "departmentId",
  "department",
  "what",
  "outcome",
  "verdict",
  "status",
  "code",
  "requestId",
  "id",
  "undoes",
  "undoneBy",
  "batch",
  "patch",
  "sentPatch",
  "action",
]
const columns = columnNames.map((name): ExportColumn => ({ id: name, path: [[name]] }))
const options = { bom: true, separator: "," } as const
const editsAtOnce = 500
const actionsAtOnce = 5000

const printValue = (value: unknown) => (value === undefined ? "" : JSON.stringify(value))

/** `/name: "Oslo" → "Bergen"`; omits values that the patch does not contain. */
const printChange = ({ path, before, after }: PatchChange) =>
  `${printPointer(path)}: ${printValue(before)} → ${printValue(after)}`

function printChanges(patch: string): string {
  const parsed = parsePatch(JSON.parse(patch))
  return parsed.ok ? readChanges(parsed.operations).map(printChange).join("\n") : ""
}

const rowOf = (edit: LoggedEdit, names: Readonly<Record<string, string>>): Row => ({
  ...edit,
  when: new Date(edit.intendedAt).toISOString(),
  who: edit.personName ?? edit.personId,
  departmentId: edit.recordId,
  department: ownValue(names, edit.recordId),
  what: printChanges(edit.patch),
})

/** An action on a bulk edit, under the bulk edit's title. */
const rowOfAction = ({ madeAt, personId, personName, title, ...done }: StoredBatchAction): Row => ({
  when: madeAt.toISOString(),
  who: personName ?? personId ?? "",
  what: title,
  code: done.reason ?? undefined,
  batch: done.batch,
  action: done.action,
})

/** The sort is stable: rows with the same time keep their order. */
const newestFirst = (rows: readonly Row[]) =>
  rows.toSorted((one, other) => Date.parse(`${other["when"]}`) - Date.parse(`${one["when"]}`))

export interface ActivityFileParts {
  readonly log: Pick<EditLog, "read" | "readActions">
  readonly names: Readonly<Record<string, string>>
}

async function* linesOf({ log, names }: ActivityFileParts, filter: EditFilter) {
  const encoder = new TextEncoder()
  yield encoder.encode(csvHead(columnNames, options))
  let before: string | undefined
  do {
    const page = { filter, limit: editsAtOnce, ...(before !== undefined && { before }) }
    const edits: readonly LoggedEdit[] = await log.read(page)
    const after = edits.length < editsAtOnce ? undefined : edits.at(-1)?.id
    const actions = await log.readActions({ ...page, limit: actionsAtOnce, after })
    const rows = [...edits.map((edit) => rowOf(edit, names)), ...actions.map(rowOfAction)]
    if (rows.length > 0) yield encoder.encode(csvLines(columns, newestFirst(rows), options))
    before = after
  } while (before !== undefined)
}

/** Streams all matching entries as CSV, newest first; cells are escaped against formulas. */
export function activityFile(parts: ActivityFileParts, filter: EditFilter): Response {
  return new Response(streamParts(linesOf(parts, filter)), {
    headers: {
      "content-type": mediaTypes.csv,
      "content-disposition": 'attachment; filename="activity.csv"',
      "cache-control": "private, no-store, no-transform",
    },
  })
}
