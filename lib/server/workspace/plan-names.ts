import {
  type Catalogue,
  type Container,
  ownValue,
  parseGuid,
  toFaulty,
  workspaceNameColumns,
} from "../../catalogue"
import type { EditableEntry } from "../../contract"
import { type LineProblem, readCsvRows, readNamedId } from "../files/read-csv-rows"
import { overlayPathOf } from "./overlay"
import {
  countEntries,
  type EditedState,
  editOf,
  entriesOf,
  type ImportCounts,
  requireRoom,
} from "./plan-edits"
import type { WorkspaceChange, WorkspaceEdit } from "./table"

/** A name from a line of a file. */
export interface NamedLine {
  readonly line: number
  readonly kind: string
  readonly id: string
  readonly name: string
  /** The id of its parent. */
  readonly parent: string | undefined
}

type Column = (typeof workspaceNameColumns)[keyof typeof workspaceNameColumns][number]

/** Parses a line, or returns the problem with it. */
function readLine(
  line: number,
  values: ReadonlyMap<Column, string>,
  kindOf: (text: string) => string | undefined,
): NamedLine | LineProblem {
  const kind = kindOf(values.get("kind") ?? "")
  if (kind === undefined) return { line, ...toFaulty("kind_unknown") }
  const named = readNamedId(values.get("id"), values.get("name"))
  if ("fault" in named) return { line, ...named }
  const parent = values.get("parent") || undefined
  const parentId = parent && parseGuid(parent)
  if (parent && !parentId) return { line, ...toFaulty("parent_no_guid") }
  return { line, kind, ...named, parent: parentId }
}

export interface NamedLinesOptions {
  readonly maxRows: number
  readonly kindOf: (text: string) => string | undefined
  /** What each column holds; without it, the header says. */
  readonly uses?: readonly (Column | "")[] | undefined
}

/** Reads a CSV file of names. Throws `CsvFault`. */
export async function readNamedLines(
  bytes: AsyncIterable<Uint8Array>,
  { kindOf, ...options }: NamedLinesOptions,
) {
  const lines: NamedLine[] = []
  const problems: LineProblem[] = []
  const wanted = { ...workspaceNameColumns, ...options, noHeader: "no_kind_header" } as const
  for await (const row of readCsvRows<Column>(bytes, wanted)) {
    const read = "fault" in row ? row : readLine(row.line, row.values, kindOf)
    if ("fault" in read) problems.push(read)
    else lines.push(read)
  }
  return { lines, problems }
}

const keyOf = (kind: string, id: string) => `${kind}/${id}`

function append<T>(lists: Map<string, T[]>, key: string, value: T) {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** The visible entries, by kind and id. */
function indexEntries(entries: readonly EditableEntry[]) {
  const shown = new Map<string, EditableEntry[]>()
  const add = (list: readonly EditableEntry[]) => {
    for (const entry of list) {
      if (entry.origin === "hidden") continue
      append(shown, keyOf(entry.kind, entry.id), entry)
      add(entry.children)
    }
  }
  add(entries)
  return shown
}

type Found = { readonly path: string } | ReturnType<typeof toFaulty>

/**
 * Finds the place of each line in the workspace; its parent may be in the workspace or on any other
 * line.
 */
function createPathFinder(
  catalogue: Catalogue,
  shown: ReadonlyMap<string, readonly EditableEntry[]>,
  lines: readonly NamedLine[],
): (line: NamedLine) => Found {
  const containers: Readonly<Record<string, Container>> = catalogue.containers
  const given = new Map<string, NamedLine[]>()
  for (const line of lines) append(given, keyOf(line.kind, line.id), line)
  const parents = new Map<string, string | undefined>()

  function find({ kind, id, parent }: NamedLine): Found {
    const { parent: holder, workspace: key = "" } = ownValue(containers, kind) ?? {}
    if (holder === undefined)
      return parent ? toFaulty("parent_unexpected") : { path: overlayPathOf("", key, id) }
    if (parent === undefined) {
      const [only, ...others] = shown.get(keyOf(kind, id)) ?? []
      return only && others.length === 0 ? { path: only.place } : toFaulty("parent_missing")
    }
    const above = findHolder(holder, parent)
    return above === undefined
      ? toFaulty("parent_unknown")
      : { path: overlayPathOf(above, key, id) }
  }

  function findHolder(kind: string, id: string): string | undefined {
    const key = keyOf(kind, id)
    if (!parents.has(key)) parents.set(key, shown.get(key)?.[0]?.place ?? findGiven(key))
    return parents.get(key)
  }

  function findGiven(key: string): string | undefined {
    for (const line of given.get(key) ?? []) {
      const found = find(line)
      if ("path" in found) return found.path
    }
    return undefined
  }

  return find
}

/** The changes from a file of names, and the lines that cannot be applied. */
export interface NamesPlan extends WorkspaceChange, ImportCounts {
  readonly problems: readonly LineProblem[]
}

/** Adds and renames entries from lines; entries without a line stay unchanged. */
export function planNames(state: EditedState, lines: readonly NamedLine[]): NamesPlan {
  const entries = entriesOf(state)
  const shown = indexEntries(entries)
  const find = createPathFinder(state.catalogue, shown, lines)
  const firstLines = new Map<string, number>()
  const problems: LineProblem[] = []
  const keep: WorkspaceEdit[] = []
  const counts = { added: 0, renamed: 0, unchanged: 0 }
  for (const given of lines) {
    const { line, kind, id, name } = given
    const found = find(given)
    if ("fault" in found) {
      problems.push({ line, ...found })
      continue
    }
    const { path } = found
    const first = firstLines.get(path)
    if (first !== undefined) {
      problems.push({ line, ...toFaulty("same_as_line", first) })
      continue
    }
    firstLines.set(path, line)
    const there = shown.get(keyOf(kind, id))?.find(({ place }) => place === path)
    if (there?.name === name) counts.unchanged += 1
    else {
      counts[there ? "renamed" : "added"] += 1
      keep.push(editOf(path, { name, unit: there?.unit }))
    }
  }
  requireRoom(countEntries(entries) + counts.added)
  return { keep, problems, ...counts }
}

/** Parses a kind: a technical name or one of the displayed labels, ignoring case. */
export function createKindReader(
  catalogue: Catalogue,
  labels: Readonly<Record<string, string>>,
): (text: string) => string | undefined {
  const kinds = new Map<string, string>()
  const containers: Readonly<Record<string, Container>> = catalogue.containers
  const isNamed = (kind: string) => ownValue(containers, kind)?.workspace !== undefined
  for (const [label, kind] of Object.entries(labels))
    if (isNamed(kind)) kinds.set(label.trim().toLowerCase(), kind)
  for (const [kind, { title }] of Object.entries(containers))
    if (isNamed(kind)) for (const text of [title, kind]) kinds.set(text.toLowerCase(), kind)
  return (text) => kinds.get(text.toLowerCase())
}
