import { type Day, dayAt } from "@/lib/catalogue"
import type { ActivityEntry, BulkAction } from "../edits/activity-log"

/** One line of the activity: an edit, a batch of edits, or an action on a batch. */
export type ActivityLine =
  | { readonly kind: "edit"; readonly entry: ActivityEntry }
  | { readonly kind: "batch"; readonly batch: string; readonly entries: readonly ActivityEntry[] }
  | { readonly kind: "action"; readonly action: BulkAction }

export interface ActivityDay {
  readonly day: Day
  readonly lines: readonly ActivityLine[]
}

/**
 * Converts edits, newest first, to lines; with `gather`, a batch takes the place of its newest
 * edit.
 */
function editLines(entries: readonly ActivityEntry[], gather: boolean): ActivityLine[] {
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

/** When a line's newest edit began, ISO. */
export function timeOf(line: ActivityLine): string {
  if (line.kind === "action") return line.action.madeAt
  return line.kind === "edit" ? line.entry.intendedAt : (line.entries[0]?.intendedAt ?? "")
}

const isNewer = (line: ActivityLine, than: ActivityLine) =>
  Date.parse(timeOf(line)) > Date.parse(timeOf(than))

/**
 * Merges edits and batch actions, newest first. Omits the start of a batch whose edits are listed.
 */
export function linesOf(
  entries: readonly ActivityEntry[],
  actions: readonly BulkAction[],
  gather: boolean,
): ActivityLine[] {
  const shown = new Set(entries.map(({ batch }) => batch))
  const isNews = ({ action, batch }: BulkAction) =>
    (action !== "start" && action !== "undo") || !shown.has(batch)
  const news = actions.filter(isNews).map((action) => ({ kind: "action", action }) as const)
  const lines = editLines(entries, gather).flatMap((line) => {
    const newer = news.findIndex((each) => isNewer(line, each))
    return [...news.splice(0, newer === -1 ? news.length : newer), line]
  })
  return [...lines, ...news]
}

/** Groups lines by the day on which they began, in a time zone. */
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
