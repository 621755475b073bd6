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

/** `/name: "Oslo" → "Bergen"`; what the patch does not say is left out. */
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

/** What was done with a bulk edit, under its title. */
const rowOfAction = ({ madeAt, personId, personName, title, ...done }: StoredBatchAction): Row => ({
  when: madeAt.toISOString(),
  who: personName ?? personId ?? "",
  what: title,
  code: done.reason ?? undefined,
  batch: done.batch,
  action: done.action,
})

/** Those of one moment stay as they are. */
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

/** Everything that matches, the newest first, as a CSV file that is written as it is read; its cells are no formulas. */
export function activityFile(parts: ActivityFileParts, filter: EditFilter): Response {
  return new Response(streamParts(linesOf(parts, filter)), {
    headers: {
      "content-type": mediaTypes.csv,
      "content-disposition": 'attachment; filename="activity.csv"',
      "cache-control": "private, no-store, no-transform",
    },
  })
}
