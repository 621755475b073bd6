import type { AuditKind } from "../../contract"
import type { AuditEvent } from "./audit"

/** For how long equal events are counted before they are one row, in milliseconds. */
const windows: Readonly<Partial<Record<AuditKind, number>>> = {
  refused: 60_000,
  sign_in_failed: 60_000,
  export_fetched: 60_000,
  names_looked_up: 600_000,
}

/** How many different ones of a person, and of all who are not signed in, are told apart at once. */
const maxGroups = { person: 20, strangers: 10 } as const

interface Group {
  readonly event: AuditEvent
  readonly until: number
  /** Of events that are not told apart. */
  readonly isMerged: boolean
  /** Not written yet. */
  times: number
  sum: number
}

/** An event for all of a person's that are too many to be told apart. */
function mergeDifferent({ address: _, ...event }: AuditEvent): AuditEvent {
  if (event.kind === "refused") return { ...event, details: { code: "more" } }
  if (event.kind === "sign_in_failed") return { ...event, details: { code: "more" } }
  if (event.kind === "export_fetched") return { ...event, details: { operation: "more" } }
  return event
}

/** What stands for the events of a group that were counted. */
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

/** Names of people are never written one look-up at a time, all else once at first. */
const keyOf = (event: AuditEvent) =>
  event.kind === "names_looked_up"
    ? ownerOf(event)
    : `${ownerOf(event)} ${event.address} ${JSON.stringify(event.details)}`

/** Counts equal events of kinds that come often: the first is written at once, those of the minute after it as one. */
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
    /** Whether the event is only counted, to be written with others later. */
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
    /** Writes the groups whose time is over. */
    sweep: () => end(({ until }) => until <= clock()),
    /** Writes all of them. */
    flush: () => end(() => true),
  }
}
