import type { AuditKind } from "../../contract"
import type { AuditEvent } from "./audit"

/** How long after an event its equals are only counted, in milliseconds. */
const windows: Readonly<Partial<Record<AuditKind, number>>> = {
  refused: 60_000,
  sign_in_failed: 60_000,
  export_fetched: 60_000,
  names_looked_up: 600_000,
}

/**
 * Name look-ups of a person are alike, however many names they ask for. Strangers are alike wherever
 * they come from, since they can come from anywhere.
 */
const keyOf = ({ kind, session, address, details }: AuditEvent) =>
  kind === "names_looked_up"
    ? `${kind} ${session?.sub}`
    : `${kind} ${session ? `${session.sub} ${address}` : ""} ${JSON.stringify(details)}`

interface Group {
  /** The latest of the counted events. */
  event: AuditEvent
  times: number
  /** The names that they asked for together. */
  names: number
  readonly timer: ReturnType<typeof setTimeout>
}

/** The one event that represents all counted events of a group. */
const summarize = ({ event, times, names }: Group) =>
  ({
    ...event,
    details:
      event.kind === "names_looked_up"
        ? { requests: times, count: names }
        : { ...event.details, count: times },
  }) as AuditEvent

/**
 * Counts equal events of frequent kinds: lets the first through, and writes those that follow in
 * its window as one.
 */
export function createRepeats(write: (event: AuditEvent) => Promise<void>) {
  const groups = new Map<string, Group>()

  async function end(key: string): Promise<void> {
    const group = groups.get(key)
    groups.delete(key)
    clearTimeout(group?.timer)
    if (group && group.times > 0) await write(summarize(group))
  }

  return {
    /** Returns true if the event was only counted and will be written later with its equals. */
    count(event: AuditEvent): boolean {
      const windowMs = windows[event.kind]
      if (windowMs === undefined) return false
      const key = keyOf(event)
      const group = groups.get(key)
      if (!group) {
        const timer = setTimeout(() => void end(key), windowMs).unref()
        groups.set(key, { event, times: 0, names: 0, timer })
        return false
      }
      group.event = event
      group.times += 1
      if (event.kind === "names_looked_up") group.names += event.details.count
      return true
    },
    /** Writes everything counted so far. */
    async flush(): Promise<void> {
      for (const key of [...groups.keys()]) await end(key)
    },
  }
}
