import { randomUUID } from "node:crypto"
import {
  type Catalogue,
  type ListOperation,
  type PathParameters,
  printPath,
  type Row,
} from "../../catalogue"
import { pageQuery, placeOf, refuseRepetition, type Upstream } from "../../platform"
import type { ReadingPlace } from "./reading-place"

/** The list that is copied, and the platform that has it. */
export interface ListSource {
  readonly catalogue: Catalogue
  readonly upstream: Pick<Upstream, "read">
  readonly apiUrl: string
  readonly operation: ListOperation
  readonly parameters: PathParameters
}

export interface ReadPage {
  readonly rows: readonly Row[]
  /** Null at the end. */
  readonly next: ReadingPlace | null
}

/** Waits for the call no longer than the signal lets it; a call under way goes on by itself. */
async function orAbort<T>(call: Promise<T>, signal: AbortSignal): Promise<T> {
  let leave = () => {}
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason)
    signal.addEventListener("abort", leave)
  })
  return Promise.race([call, aborted]).finally(() => signal.removeEventListener("abort", leave))
}

/** Reads pages of a list in the background and counts the calls; never follows a page back or elsewhere. */
export function createListReader(
  { catalogue, upstream, apiUrl, operation, parameters }: ListSource,
  signal: AbortSignal,
) {
  const path = printPath(operation, parameters)
  let calls = 0

  function nextPlace(place: ReadingPlace, nextUrl: string | null | undefined, seen: Set<string>) {
    if (!nextUrl) return null
    const next = pageQuery(nextUrl, { catalogue, apiUrl, path })
    if (place.following) seen.add(placeOf(new URLSearchParams(place.search)))
    refuseRepetition(next, seen)
    return { search: next.toString(), following: true }
  }

  return {
    /** Throws `UpstreamError`, and what the signal says; `seen` are the places of its stretch that have been followed. */
    async read(place: ReadingPlace, seen = new Set<string>()): Promise<ReadPage> {
      signal.throwIfAborted()
      const call = upstream.read({
        operation,
        parameters,
        scope: "all",
        following: place.following,
        requestId: randomUUID(),
        search: new URLSearchParams(place.search),
        ticket: { lane: "sync", signal },
        onSent: () => {
          calls += 1
        },
      })
      const { envelope } = await orAbort(call, signal)
      if (!Array.isArray(envelope.data)) throw new TypeError(`"${operation.id}" is no list.`)
      const { nextUrl } = envelope as { nextUrl?: string | null }
      return { rows: envelope.data as readonly Row[], next: nextPlace(place, nextUrl, seen) }
    },
    /** Calls since this was last asked. */
    takeCalls(): number {
      const taken = calls
      calls = 0
      return taken
    },
  }
}

export type ListReader = ReturnType<typeof createListReader>
