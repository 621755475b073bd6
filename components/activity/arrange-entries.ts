import { type Day, dayAt } from "@/lib/catalogue"
import type { ActivityEntry } from "@/lib/client"

/** One line of the activity: an edit, or those of a batch together. */
export type ActivityLine =
  | { readonly kind: "edit"; readonly entry: ActivityEntry }
  | { readonly kind: "batch"; readonly batch: string; readonly entries: readonly ActivityEntry[] }

/** The lines of one day. */
export interface ActivityDay {
  readonly day: Day
  readonly lines: readonly ActivityLine[]
}

/** Edits, the newest first, as lines; with `gather` those of a batch stand where its newest is. */
export function linesOf(entries: readonly ActivityEntry[], gather: boolean): ActivityLine[] {
  const batches = new Map<string, ActivityEntry[]>()
  const lines: ActivityLine[] = []
  for (const entry of entries) {
    const { batch } = entry
    const known = batch === null || !gather ? undefined : batches.get(batch)
    if (batch === null || !gather) lines.push({ kind: "edit", entry })
    else if (known) known.push(entry)
    else {
      const gathered = [entry]
      batches.set(batch, gathered)
      lines.push({ kind: "batch", batch, entries: gathered })
    }
  }
  return lines
}

/** When a line's newest edit was begun, ISO. */
export const timeOf = (line: ActivityLine): string =>
  line.kind === "edit" ? line.entry.intendedAt : (line.entries[0]?.intendedAt ?? "")

/** Lines by the days on which they began, as the clocks of a zone show them. */
export function daysOf(lines: readonly ActivityLine[], zone: string): ActivityDay[] {
  const days: { day: Day; lines: ActivityLine[] }[] = []
  for (const line of lines) {
    const day = dayAt(Date.parse(timeOf(line)), zone)
    const last = days.at(-1)
    if (last?.day === day) last.lines.push(line)
    else days.push({ day, lines: [line] })
  }
  return days
}
