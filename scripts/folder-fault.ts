import { randomUUID } from "node:crypto"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { root } from "./root"

/** The number of bytes written as a trial: more than a full disk has left by chance. */
const triedBytes = 256 * 1024

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? `${error.code}` : "unknown"

const nameOf = (folder: string) => {
  const below = relative(root, folder)
  return below === "" || below.startsWith("..") ? folder : below
}

/**
 * Why a folder cannot be created or written and what to do, as one sentence; undefined if it can.
 */
export function findFolderFault(folder: string): string | undefined {
  const file = join(folder, `.written-${randomUUID()}`)
  try {
    mkdirSync(folder, { recursive: true })
    try {
      writeFileSync(file, Buffer.alloc(triedBytes))
    } finally {
      rmSync(file, { force: true })
    }
    return undefined
  } catch (error) {
    const code = codeOf(error)
    return code === "ENOSPC" || code === "EDQUOT"
      ? `The disk that holds ${nameOf(folder)} is full: make room.`
      : `${nameOf(folder)} cannot be written (${code}): give the folder to the user who starts this.`
  }
}
