import {
  type Catalogue,
  ownValue,
  type Row,
  readColumn,
  type Workspace,
  type WorkspaceEntry,
} from "../../catalogue"
import type { ReadOrder } from "./export-order"
import { idColumns, type NamedKind, type Names } from "./sheet-columns"

/** Where names come from that no list tells. */
export interface NameSources {
  readonly readDepartments: () => Promise<Names>
  readonly findUsers: (ids: readonly string[]) => Promise<Names>
  readonly readWorkspace: () => Promise<Workspace>
}

function* idsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value
  else if (Array.isArray(value)) for (const each of value) yield* idsIn(each)
}

function collect(entries: readonly WorkspaceEntry[], names: Map<string, string>) {
  for (const { id, name, children } of entries) {
    names.set(id, name)
    collect(children, names)
  }
  return names
}

const pick = (ids: readonly string[], nameOf: (id: string) => string | undefined): Names =>
  Object.fromEntries(
    ids.flatMap((id) => {
      const name = nameOf(id)
      return name === undefined ? [] : [[id, name]]
    }),
  )

/** The names that are known now for the ids in a page's rows, of the columns of an order. */
export async function namesOf(
  catalogue: Catalogue,
  order: ReadOrder,
  rows: readonly Row[],
  sources: NameSources,
): Promise<Names> {
  const wanted = new Map<NamedKind, Set<string>>()
  for (const { column, kind } of idColumns(catalogue, order)) {
    const ids = wanted.get(kind) ?? new Set()
    wanted.set(kind, ids)
    for (const row of rows) for (const id of idsIn(readColumn(column, row))) ids.add(id)
  }
  const idsOf = (kind: NamedKind) => [...(wanted.get(kind) ?? [])]
  const find = async (kind: NamedKind, read: (ids: readonly string[]) => Promise<Names>) =>
    idsOf(kind).length > 0 ? read(idsOf(kind)) : {}
  const [departments, users, named] = await Promise.all([
    find("department", async (ids) => {
      const names = await sources.readDepartments()
      return pick(ids, (id) => ownValue(names, id))
    }),
    find("user", sources.findUsers),
    find("workspace", async (ids) => {
      const names = collect((await sources.readWorkspace()).entries, new Map())
      return pick(ids, (id) => names.get(id))
    }),
  ])
  return { ...departments, ...users, ...named }
}
