import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import type { Row } from "@/lib/catalogue"
import { createDraftStore, type Draft, draftKey } from "./draft-store"

const writeAfterMs = 300

interface DraftProps {
  readonly person: string
  readonly id: string
  readonly base: Row
  readonly values: Row
  readonly isDirty: boolean
}

/**
 * Keeps what is entered in this browser, by person and department, until it is sent or taken back. A draft
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

  // A page that is left within the delay has its last words kept too.
  useEffect(() => () => void (pending.current && store.write(pending.current)), [store])

  const settle = useCallback(() => setOffer(undefined), [])
  return { offer: offer === "unread" ? undefined : offer, settle }
}
