import "server-only"
import { randomUUID } from "node:crypto"
import {
  type ListOperation,
  type PathParameters,
  printPath,
  type Workspace,
  type WorkspaceEntry,
} from "../../catalogue"
import type { KeyedDocuments } from "../../db"
import { isUpstreamError, type Upstream } from "../../platform"
import type { Session } from "../../session"
import { BffError } from "../http/problem"

/** Prevents people from storing references to things that do not exist. */
export interface Existence {
  /**
   * Throws `not_found` (404) if a list's path contains an id that does not exist. If the workspace
   * does not contain it, the platform is called on the person's behalf, once for everybody; throws
   * the platform's error.
   */
  require(session: Session, operation: ListOperation, parameters: PathParameters): Promise<void>
}

export interface ExistenceParts {
  readonly readWorkspace: () => Promise<Workspace>
  readonly upstream: Pick<Upstream, "read">
  readonly documents: Pick<KeyedDocuments, "get" | "put">
}

/** The ids in a path in order, each with its kind in the workspace. */
type Named = readonly (readonly [kind: string, id: string])[]

function holds(entries: readonly WorkspaceEntry[], named: Named): boolean {
  const [first, ...rest] = named
  if (!first) return true
  const [kind, id] = first
  return entries.some((entry) =>
    entry.kind === kind && entry.id === id
      ? holds(entry.children, rest)
      : holds(entry.children, named),
  )
}

const kind = "known-list"

export function createExistence({ readWorkspace, upstream, documents }: ExistenceParts): Existence {
  /** A list whose feature is disabled still exists. */
  async function probe({ sub }: Session, operation: ListOperation, parameters: PathParameters) {
    const requested = {
      operation,
      parameters,
      // The result is shared by everybody.
      scope: "all",
      following: false,
      requestId: randomUUID(),
      search: new URLSearchParams({ limit: "1" }),
      ticket: { priority: "person", person: sub },
    } as const
    await upstream.read(requested).catch((error: unknown) => {
      if (isUpstreamError(error) && error.code === "feature_not_enabled") return
      if (isUpstreamError(error) && error.code === "not_found")
        throw new BffError("not_found", { detail: "The platform has no list under this id." })
      throw error
    })
  }

  return {
    async require(session, operation, parameters) {
      const named = Object.entries(operation.parameters).map(
        ([name, kind]) => [kind, parameters[name] ?? ""] as const,
      )
      const { entries } = await readWorkspace().catch(() => ({ entries: [] }))
      if (holds(entries, named)) return
      const path = printPath(operation, parameters)
      if (await documents.get(kind, path)) return
      await probe(session, operation, parameters)
      await documents.put(kind, path, {})
    },
  }
}
