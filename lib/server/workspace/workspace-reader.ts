import "server-only"
import { readFile, stat } from "node:fs/promises"
import {
  type Catalogue,
  isWorkspaceError,
  parseWorkspace,
  toFaulty,
  type Workspace,
  WorkspaceError,
} from "../../catalogue"

/** A system error's code: `ENOENT`. */
const systemCode = (error: unknown) =>
  error instanceof Error && "syscall" in error && "code" in error ? error.code : undefined

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

/** The parsed file, and a stamp that identifies its version. */
interface Version {
  readonly stamp: string
  readonly read: Workspace | WorkspaceError
}

const missing: Version = { stamp: "missing", read: { entries: [] } }

const readFault = (work: () => Workspace): Version["read"] => {
  try {
    return work()
  } catch (error) {
    if (isWorkspaceError(error)) return error
    throw error
  }
}

async function readVersion(from: Catalogue, file: string, known: Version): Promise<Version> {
  try {
    const { mtimeMs, size } = await stat(file)
    const stamp = `${mtimeMs} ${size}`
    if (known.stamp === stamp) return known
    const text = await readFile(file, "utf8")
    return { stamp, read: readFault(() => parseFile(from, text)) }
  } catch (error) {
    const code = systemCode(error)
    if (code === undefined) throw error
    if (code === "ENOENT") return missing
    // Its permissions may be fixed without changing the stamp, so it is read again each time.
    const read = new WorkspaceError([{ path: "", ...toFaulty("unreadable") }])
    return { stamp: `unreadable ${code}`, read }
  }
}

/**
 * Reads the workspace file and reloads it when it changes; a missing file is an empty workspace.
 * Throws `WorkspaceError`; calls `onFault` once per faulty version of the file.
 */
export function createWorkspaceReader({
  catalogue,
  file,
  onFault = () => {},
}: {
  readonly catalogue: Catalogue
  readonly file: string
  readonly onFault?: (error: WorkspaceError) => void
}): () => Promise<Workspace> {
  let known = missing

  return async () => {
    const version = await readVersion(catalogue, file, known)
    const isNew = version.stamp !== known.stamp
    known = version
    if (!isWorkspaceError(version.read)) return version.read
    if (isNew) onFault(version.read)
    throw version.read
  }
}
