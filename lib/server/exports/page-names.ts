import {
  type Catalogue,
  type ListOperation,
  ownValue,
  type Row,
  type RowScope,
  readColumn,
  type Workspace,
  type WorkspaceEntry,
  wholeLists,
} from "../../catalogue"
import type { ListPosition, PlatformPage } from "../../platform"
import type { NamedKind } from "../reads/named-kind"
import type { WholePages } from "../reads/whole-source"
import type { ReadOrder } from "./export-order"
import { idColumns, type Names } from "./sheet-columns"

/** Sources of names that the exported rows do not contain. */
export interface NameSources {
  readonly readDepartments: (scope: RowScope) => Promise<Names>
  readonly findUsers: (ids: readonly string[], seesAll: boolean) => Promise<Names>
  readonly readWorkspace: () => Promise<Workspace>
  /** The copied highscores; without it, they have no names. */
  readonly readHighscores?: (scope: RowScope) => Promise<Names>
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

/** The ids in a page's rows whose names may be known, from the columns of an order. */
export type PageIds = ReadonlyMap<NamedKind, ReadonlySet<string>>

/** Collects the ids in rows, so that their names can be looked up after the rows are released. */
export function collectIds(catalogue: Catalogue, order: ReadOrder, rows: readonly Row[]): PageIds {
  const wanted = new Map<NamedKind, Set<string>>()
  for (const { column, kind } of idColumns(catalogue, order)) {
    const ids = wanted.get(kind) ?? new Set()
    wanted.set(kind, ids)
    for (const row of rows) addIds(readColumn(column, row), ids)
  }
  return wanted
}

/** Which names a person may see: the scope of rows, and whether everybody's. */
export interface NameSight {
  readonly scope: RowScope
  readonly seesAllNames?: boolean
}

export async function namesOf(
  wanted: PageIds,
  { scope, seesAllNames = false }: NameSight,
  sources: NameSources,
): Promise<Names> {
  const idsOf = (kind: NamedKind) => [...(wanted.get(kind) ?? [])]
  const find = async (kind: NamedKind, read: (ids: readonly string[]) => Promise<Names>) =>
    idsOf(kind).length > 0 ? read(idsOf(kind)) : {}
  const [departments, users, named, highscores] = await Promise.all([
    find("department", async (ids) => {
      const names = await sources.readDepartments(scope)
      return pick(ids, (id) => ownValue(names, id))
    }),
    find("user", (ids) => sources.findUsers(ids, seesAllNames)),
    find("workspace", async (ids) => {
      const names = collect((await sources.readWorkspace()).entries, new Map())
      return pick(ids, (id) => names.get(id))
    }),
    find("highscore", async (ids) => {
      const names = (await sources.readHighscores?.(scope)) ?? {}
      return pick(ids, (id) => ownValue(names, id))
    }),
  ])
  return { ...departments, ...users, ...named, ...highscores }
}

/** The names of a whole list's records by id; empty if nothing of it is copied. */
export const createListedNames =
  (pages: WholePages, list: ListOperation) =>
  async (scope: RowScope): Promise<Names> => {
    const names: Record<string, string> = {}
    let position: ListPosition | null = { search: `limit=${list.limit.maximum}`, following: false }
    while (position) {
      const page: PlatformPage = await pages.read(list, position, { scope })
      for (const { id, name } of page.envelope.data)
        if (typeof id === "string" && typeof name === "string") names[id] = name
      position = page.next
    }
    return names
  }

/** Adds the copied highscores to the sources. */
export function withHighscores(
  catalogue: Catalogue,
  names: NameSources,
  pages: WholePages,
): NameSources {
  const list = wholeLists(catalogue).find(({ record }) => record === "highscore")
  if (!list) return names
  const read = createListedNames(pages, list)
  return { ...names, readHighscores: (scope) => read(scope).catch(() => ({})) }
}
