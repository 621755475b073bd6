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

/** Keeps people from storing what speaks of things that there are not. */
export interface Existence {
  /**
   * Throws `not_found` (404) where a list's path names what there is not. What the workspace does not name
   * is asked of the platform on the person's behalf, once for all, and throws what that answers.
   */
  require(session: Session, operation: ListOperation, parameters: PathParameters): Promise<void>
}

export interface ExistenceParts {
  readonly readWorkspace: () => Promise<Workspace>
  readonly upstream: Pick<Upstream, "read">
  readonly documents: Pick<KeyedDocuments, "get" | "put">
}

/** What a path names in order, each as the workspace's kind and its id. */
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
  /** A list of something that is switched off is there all the same. */
  async function probe({ sub }: Session, operation: ListOperation, parameters: PathParameters) {
    const requested = {
      operation,
      parameters,
      // What is found is remembered for everybody.
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
