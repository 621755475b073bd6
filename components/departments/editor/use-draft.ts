import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { z } from "zod"
import type { Row } from "@/lib/catalogue"
import { mayKeepDrafts } from "@/lib/client"

const record = z.record(z.string(), z.unknown())
const draftSchema = z.object({
  /** The department when editing began. */
  base: record,
  values: record,
  /** ISO time of the last keystroke. */
  savedAt: z.iso.datetime(),
})

/** Unsent input. */
export type Draft = z.infer<typeof draftSchema>

const maxAgeMs = 30 * 24 * 60 * 60 * 1000

/** The storage key of a person's draft of a department. */
export const draftKey = (person: string, id: string): string => `draft department ${person} ${id}`

/** Parses a stored draft; undefined if there is none, or if it is older than 30 days. */
export function parseDraft(text: string | null, now: number): Draft | undefined {
  if (text === null) return undefined
  try {
    const parsed = draftSchema.safeParse(JSON.parse(text))
    if (!parsed.success || now - Date.parse(parsed.data.savedAt) > maxAgeMs) return undefined
    return parsed.data
  } catch {
    return undefined
  }
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">

/** A person's draft of a department in a store; a failing store only costs the draft. */
export function createDraftStore(store: () => Store, key: string) {
  function attempt<T>(work: () => T): T | undefined {
    try {
      return work()
    } catch {
      return undefined
    }
  }
  return {
    read: () => attempt(() => parseDraft(store().getItem(key), Date.now())),
    write: (draft: Draft) =>
      attempt(() => mayKeepDrafts() && store().setItem(key, JSON.stringify(draft))),
    remove: () => attempt(() => store().removeItem(key)),
  }
}

const writeAfterMs = 300

interface DraftProps {
  readonly person: string
  readonly id: string
  readonly base: Row
  readonly values: Row
  readonly isDirty: boolean
}

/**
 * Saves input in this browser, by person and department, until it is sent or reverted. An older
 * draft is offered first and stays unchanged until the person decides on it.
 */
export function useDraft({ person, id, base, values, isDirty }: DraftProps) {
  const store = useMemo(
    () => createDraftStore(() => window.localStorage, draftKey(person, id)),
    [person, id],
  )
  const [offer, setOffer] = useState<Draft | "unread" | undefined>("unread")
  useEffect(() => setOffer(store.read()), [store])

  const pending = useRef<Draft>(undefined)
  useEffect(() => {
    if (offer !== undefined) return
    pending.current = isDirty
      ? { base: { ...base }, values: { ...values }, savedAt: new Date().toISOString() }
      : undefined
    if (!isDirty) {
      store.remove()
      return
    }
    const write = () => pending.current && store.write(pending.current)
    const timer = setTimeout(write, writeAfterMs)
    window.addEventListener("pagehide", write)
    return () => {
      clearTimeout(timer)
      window.removeEventListener("pagehide", write)
    }
  }, [store, offer, isDirty, base, values])

  // Leaving the page within the delay still saves the last change.
  useEffect(() => () => void (pending.current && store.write(pending.current)), [store])

  const decide = useCallback(() => setOffer(undefined), [])
  return { offer: offer === "unread" ? undefined : offer, decide }
}
