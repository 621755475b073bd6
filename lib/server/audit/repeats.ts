import type { AuditKind } from "../../contract"
import type { AuditEvent } from "./audit"

/** How long equal events are counted before they become one row, in milliseconds. */
const windows: Readonly<Partial<Record<AuditKind, number>>> = {
  refused: 60_000,
  sign_in_failed: 60_000,
  export_fetched: 60_000,
  names_looked_up: 600_000,
}

/** How many different events are counted separately: per person, and for all anonymous requests. */
const maxGroups = { person: 20, strangers: 10 } as const

interface Group {
  readonly event: AuditEvent
  readonly until: number
  /** Whether the group merges different events. */
  readonly isMerged: boolean
  /** Events not written yet. */
  times: number
  sum: number
}

/** The event for everything beyond a person's group limit. */
function mergeDifferent({ address: _, ...event }: AuditEvent): AuditEvent {
  if (event.kind === "refused") return { ...event, details: { code: "more" } }
  if (event.kind === "sign_in_failed") return { ...event, details: { code: "more" } }
  if (event.kind === "export_fetched") return { ...event, details: { operation: "more" } }
  return event
}

/** The one event that represents all counted events of a group. */
function summarize({ event, times, sum }: Group): AuditEvent {
  if (event.kind === "names_looked_up")
    return { ...event, details: { requests: times, count: sum } }
  if (
    event.kind === "refused" ||
    event.kind === "sign_in_failed" ||
    event.kind === "export_fetched"
  )
    return { ...event, details: { ...event.details, count: times } } as AuditEvent
  return event
}

const ownerOf = ({ kind, session }: AuditEvent) => `${kind} ${session?.sub ?? ""}`

/**
 * Name look-ups are only written as totals; the first event of any other kind is written at once.
 */
const keyOf = (event: AuditEvent) =>
  event.kind === "names_looked_up"
    ? ownerOf(event)
    : `${ownerOf(event)} ${event.address} ${JSON.stringify(event.details)}`

/**
 * Counts equal events of frequent kinds: writes the first at once and sums up those of the
 * following minute in one event.
 */
export function createRepeats({
  clock,
  write,
}: {
  readonly clock: () => number
  readonly write: (event: AuditEvent) => Promise<void>
}) {
  const groups = new Map<string, Group>()
  const different = new Map<string, number>()

  function findGroup(event: AuditEvent, windowMs: number) {
    const key = keyOf(event)
    const known = groups.get(key)
    if (known) return { group: known, isNew: false }
    const owner = ownerOf(event)
    const count = different.get(owner) ?? 0
    const limit = event.session ? maxGroups.person : maxGroups.strangers
    const isMerged = count >= limit
    const merged = isMerged ? mergeDifferent(event) : event
    const mergedKey = keyOf(merged)
    const found = isMerged ? groups.get(mergedKey) : undefined
    if (found) return { group: found, isNew: false }
    const until = clock() + windowMs
    const group: Group = { event: merged, until, isMerged, times: 0, sum: 0 }
    groups.set(mergedKey, group)
    if (!isMerged) different.set(owner, count + 1)
    return { group, isNew: !isMerged }
  }

  function forgetOne(owner: string) {
    const left = (different.get(owner) ?? 1) - 1
    if (left > 0) different.set(owner, left)
    else different.delete(owner)
  }

  async function end(isDue: (group: Group) => boolean): Promise<void> {
    for (const [key, group] of groups) {
      if (!isDue(group)) continue
      groups.delete(key)
      if (!group.isMerged) forgetOne(ownerOf(group.event))
      if (group.times > 0) await write(summarize(group))
    }
  }

  return {
    /** Returns true if the event was only counted and will be written later as part of a group. */
    count(event: AuditEvent): boolean {
      const windowMs = windows[event.kind]
      if (windowMs === undefined) return false
      const { group, isNew } = findGroup(event, windowMs)
      const isNames = event.kind === "names_looked_up"
      if (isNew && !isNames) return false
      group.times += 1
      if (isNames) group.sum += event.details.count
      return true
    },
    /** Writes the groups whose window has ended. */
    sweep: () => end(({ until }) => until <= clock()),
    flush: () => end(() => true),
  }
}
