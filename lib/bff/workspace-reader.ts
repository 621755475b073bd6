import "server-only"
import { readFile, stat } from "node:fs/promises"
import {
  type Catalogue,
  parseWorkspace,
  toFaulty,
  type Workspace,
  type WorkspaceProblem,
} from "../catalogue"

/** A workspace file that cannot be used; the message names each place and what is wrong there. */
export class WorkspaceError extends Error {
  override name = "WorkspaceError"
  readonly code = "invalid_workspace"

  constructor(readonly problems: readonly WorkspaceProblem[]) {
    const lines = problems.map(({ path, message }) => (path ? `${path}: ${message}` : message))
    super(`The workspace file cannot be used. ${lines.join("; ")}.`)
  }
}

/** True for a `WorkspaceError` of any copy of this module. */
export const isWorkspaceError = (error: unknown): error is WorkspaceError =>
  error instanceof Error && error.name === "WorkspaceError" && "problems" in error

const isMissing = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ENOENT"

function parseFile(from: Catalogue, text: string): Workspace {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new WorkspaceError([{ path: "", ...toFaulty("no_json") }])
  }
  const parsed = parseWorkspace(from, json)
  if (!parsed.ok) throw new WorkspaceError(parsed.problems)
  return parsed.workspace
}

/** Reads the workspace file, again when it has changed; a missing file is an empty workspace. Throws `WorkspaceError`. */
export function createWorkspaceReader({
  catalogue,
  file,
}: {
  catalogue: Catalogue
  file: string
}): () => Promise<Workspace> {
  let cached: { readonly stamp: string; readonly workspace: Workspace } | undefined

  return async () => {
    try {
      const { mtimeMs, size } = await stat(file)
      const stamp = `${mtimeMs} ${size}`
      if (cached?.stamp === stamp) return cached.workspace
      const workspace = parseFile(catalogue, await readFile(file, "utf8"))
      cached = { stamp, workspace }
      return workspace
    } catch (error) {
      if (isMissing(error)) return { entries: [] }
      throw error
    }
  }
}
