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

/** How large a file becomes, in bytes, and how many there are of one log, the one that is written among them. */
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

/** What is no JSON, such as a runtime's warning, becomes the message of a line that is. */
const asJson = (line: string): string =>
  isObject(line) ? line : JSON.stringify({ level: 30, time: Date.now(), msg: line })

/** `dashboard.log`, behind it `dashboard.log.1`, and so on, the oldest last. */
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

/** Each file becomes one older; the oldest is overwritten. */
function rotate(folder: string, name: string, files: number): void {
  for (let age = files - 1; age > 0; age -= 1)
    try {
      renameSync(pathOf(folder, name, age - 1), pathOf(folder, name, age))
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error
    }
}

/**
 * Where a server's lines go: appended to a file of its own below `directory`/logs, which is its owner's alone
 * and is opened with the first line. A full file makes room for a new one. What cannot be written is lost, and
 * said once on the console: a log ends no program.
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
