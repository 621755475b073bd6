import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  writeSync,
} from "node:fs"
import { join } from "node:path"

/**
 * The maximum size of a file in bytes, and the number of files of a log, including the current one.
 */
export interface RotationRule {
  readonly maxBytes: number
  readonly files: number
}

export const defaultRotation: RotationRule = { maxBytes: 10_000_000, files: 5 }

const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_WRONLY } = constants

const isObject = (line: string): boolean => {
  if (!line.startsWith("{")) return false
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

/** Turns a line that is not JSON, such as a runtime's warning, into the message of a JSON line. */
const asJson = (line: string): string =>
  isObject(line) ? line : JSON.stringify({ level: 30, time: Date.now(), msg: line })

/** `dashboard.log`, then `dashboard.log.1`, and so on, the oldest last. */
const pathOf = (folder: string, name: string, age: number) =>
  join(folder, age === 0 ? `${name}.log` : `${name}.log.${age}`)

function openFile(folder: string, name: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const path = pathOf(folder, name, 0)
  const file = openSync(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600)
  fchmodSync(file, 0o600)
  return { file, bytes: fstatSync(file).size }
}

/** Renames each file to the next number; the oldest is overwritten. */
function rotate(folder: string, name: string, files: number): void {
  for (let age = files - 1; age > 0; age -= 1)
    try {
      renameSync(pathOf(folder, name, age - 1), pathOf(folder, name, age))
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error
    }
}

/**
 * Returns a function that appends a server's lines to its log file below `directory`/logs, which
 * only its owner may read and which is created with the first line. A full file is rotated. Lines
 * that cannot be written are lost, which is reported once on the console: a log must not end a
 * program.
 */
export function openLog(
  directory: string,
  name: string,
  { maxBytes, files }: RotationRule = defaultRotation,
  complain: (line: string) => void = console.error,
): (line: string) => void {
  const folder = join(directory, "logs")
  let open: ReturnType<typeof openFile> | undefined
  let isLosing = false

  function append(bytes: Buffer) {
    open ??= openFile(folder, name)
    if (open.bytes > 0 && open.bytes + bytes.length > maxBytes) {
      closeSync(open.file)
      open = undefined
      rotate(folder, name, files)
      open = openFile(folder, name)
    }
    writeSync(open.file, bytes)
    open.bytes += bytes.length
  }

  return (line) => {
    if (line.trim() === "") return
    try {
      append(Buffer.from(`${asJson(line)}\n`))
      isLosing = false
    } catch (error) {
      const code = error instanceof Error && "code" in error ? `${error.code}` : "unknown"
      if (!isLosing)
        complain(`${pathOf(folder, name, 0)} cannot be written (${code}): lines are lost.`)
      isLosing = true
    }
  }
}
