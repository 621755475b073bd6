import type { ActivityEntry } from "@/lib/client"
import { parsePointer } from "@/lib/json-patch"
import { wasApplied } from "./edit-chain"
import { readEdit } from "./read-edit"

type Path = readonly string[]

const begins = (path: Path, other: Path) => path.every((token, index) => token === other[index])

/** True where a write to one changes what is at the other. */
const touches = (one: Path, other: Path) => begins(one, other) || begins(other, one)

/** For each pointer the newest edit of the log, given the newest first, that has written there. */
export function findWriters(
  pointers: readonly string[],
  entries: readonly ActivityEntry[],
): { readonly pointer: string; readonly writer: ActivityEntry | undefined }[] {
  const applied = entries.filter(wasApplied).map((entry) => ({
    entry,
    paths: (readEdit(entry.patch) ?? []).map(({ path }) => path),
  }))
  return pointers.map((pointer) => {
    const at = parsePointer(pointer) ?? []
    const found = applied.find(({ paths }) => paths.some((path) => touches(path, at)))
    return { pointer, writer: found?.entry }
  })
}
