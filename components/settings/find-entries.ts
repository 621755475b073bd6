import type { EditableEntry } from "@/lib/client"

/** The entries whose name or id has the words, with what holds them; all where there are none. */
export function findEntries(entries: readonly EditableEntry[], words: string): EditableEntry[] {
  const wanted = words.trim().toLowerCase()
  if (wanted === "") return [...entries]
  return entries.flatMap((entry) => {
    if (`${entry.name} ${entry.id}`.toLowerCase().includes(wanted)) return [entry]
    const children = findEntries(entry.children, wanted)
    return children.length > 0 ? [{ ...entry, children }] : []
  })
}

/** How many entries people see of these, with all that they hold. */
export const countShown = (entries: readonly EditableEntry[]): number =>
  entries.reduce(
    (count, entry) => count + (entry.origin === "hidden" ? 0 : 1 + countShown(entry.children)),
    0,
  )
