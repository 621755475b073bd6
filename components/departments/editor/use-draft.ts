import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { z } from "zod"
import type { Row } from "@/lib/catalogue"
import { mayKeepDrafts } from "@/lib/client"

const record = z.record(z.string(), z.unknown())
const draftSchema = z.object({
  /** The department as it was when the editing began. */
  base: record,
  /** The form's values. */
  values: record,
  /** ISO time of the last key stroke. */
  savedAt: z.iso.datetime(),
})

/** What somebody had entered and not sent. */
export type Draft = z.infer<typeof draftSchema>

const maxAgeMs = 30 * 24 * 60 * 60 * 1000

/** The name of one person's draft of one department in the store. */
export const draftKey = (person: string, id: string): string => `draft department ${person} ${id}`

/** The draft that a stored text holds; undefined where there is none, or where it is older than 30 days. */
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

/** A person's draft of a department in a store; one that refuses costs the draft only. */
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
 * Keeps what is entered in this browser, by person and department, until it is sent or reverted. A draft
 * from before is offered first; until somebody has decided on it, it stays as it is.
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

  // A page that is left within the delay has its last change saved too.
  useEffect(() => () => void (pending.current && store.write(pending.current)), [store])

  const decide = useCallback(() => setOffer(undefined), [])
  return { offer: offer === "unread" ? undefined : offer, decide }
}
