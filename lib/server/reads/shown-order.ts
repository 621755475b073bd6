import "server-only"
import {
  type Catalogue,
  type ListOperation,
  ownValue,
  type RowScope,
  type Workspace,
  type WorkspaceEntry,
} from "../../catalogue"
import type { NamesById, ShownOrder } from "../../records"
import { namedKind } from "./named-kind"

/** Sources of names by id. */
export interface OrderedNames {
  readonly readDepartments: (scope: RowScope) => Promise<Readonly<Record<string, string>>>
  readonly readWorkspace: () => Promise<Workspace>
}

/** The person the order is for. */
export interface Reader {
  readonly scope: RowScope
  readonly seesAllNames: boolean
  /** ISO 639. */
  readonly language: string
}

/** The table with people's names and departments. */
export const peopleTable = { schema: "dashboard", table: "user_name" } as const
const users: NamesById = { from: "table", ...peopleTable }

/** Records with too many rows to order without an index. */
const plainRecords = ["dataPoint"]

function collect(entries: readonly WorkspaceEntry[], names: Record<string, string>) {
  for (const { id, name, children } of entries) {
    names[id] = name
    collect(children, names)
  }
  return names
}

/** The preferred language of a request: `da` for `da-DK, en;q=0.5`; English by default. */
export const wishedLanguage = (headers: Headers): string =>
  /^\s*([a-z]{2,3})(?![a-z])/i.exec(headers.get("accept-language") ?? "")?.[1]?.toLowerCase() ??
  "en"

/**
 * Resolves a list's order as the person sees it: ids are ordered by the names visible to that
 * person.
 */
export const createShownOrders =
  (catalogue: Catalogue, { readDepartments, readWorkspace }: OrderedNames) =>
  async (operation: ListOperation, by: Reader): Promise<ShownOrder | undefined> => {
    if (plainRecords.includes(operation.record)) return undefined
    const [departments, { entries }] = await Promise.all([
      readDepartments(by.scope),
      readWorkspace(),
    ])
    const given = { department: departments, workspace: collect(entries, {}) } as const
    return {
      language: by.language,
      namesOf(property) {
        const field = ownValue(operation.properties, property)?.field ?? property
        const kind = namedKind(catalogue, operation, field)
        if (kind === "user") return by.seesAllNames ? users : undefined
        const names = kind === undefined ? undefined : ownValue(given, kind)
        return names && { from: "given", names }
      },
    }
  }

export type ShownOrders = ReturnType<typeof createShownOrders>
