import {
  type Catalogue,
  ownValue,
  type Row,
  type RowScope,
  readColumn,
  type Workspace,
  type WorkspaceEntry,
} from "../../catalogue"
import type { ReadOrder } from "./export-order"
import { idColumns, type NamedKind, type Names } from "./sheet-columns"

/** Where names come from that no list tells. */
export interface NameSources {
  readonly readDepartments: (scope: RowScope) => Promise<Names>
  readonly findUsers: (ids: readonly string[]) => Promise<Names>
  readonly readWorkspace: () => Promise<Workspace>
}

function addIds(value: unknown, ids: Set<string>): void {
  if (typeof value === "string") ids.add(value)
  else if (Array.isArray(value)) for (const each of value) addIds(each, ids)
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

/** The ids in a page's rows whose names may be known, of the columns of an order. */
export type PageIds = ReadonlyMap<NamedKind, ReadonlySet<string>>

/** The ids in rows, whose names can be looked up when the rows themselves are gone. */
export function collectIds(catalogue: Catalogue, order: ReadOrder, rows: readonly Row[]): PageIds {
  const wanted = new Map<NamedKind, Set<string>>()
  for (const { column, kind } of idColumns(catalogue, order)) {
    const ids = wanted.get(kind) ?? new Set()
    wanted.set(kind, ids)
    for (const row of rows) addIds(readColumn(column, row), ids)
  }
  return wanted
}

/** The names that are known now for ids. */
export async function namesOf(
  wanted: PageIds,
  scope: RowScope,
  sources: NameSources,
): Promise<Names> {
  const idsOf = (kind: NamedKind) => [...(wanted.get(kind) ?? [])]
  const find = async (kind: NamedKind, read: (ids: readonly string[]) => Promise<Names>) =>
    idsOf(kind).length > 0 ? read(idsOf(kind)) : {}
  const [departments, users, named] = await Promise.all([
    find("department", async (ids) => {
      const names = await sources.readDepartments(scope)
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
