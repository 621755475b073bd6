import { useMutation } from "@tanstack/react-query"
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import type { Row } from "@/lib/catalogue"
import { fetchDepartment } from "@/lib/client"
import type { EditorSetup } from "./editor-setup"
import { type FormValues, mergeFields, ownChanges } from "./form-values"
import type { DepartmentFormState } from "./use-department-form"

/** Two people's versions of a department and the one that both began with. */
export interface Versions {
  readonly base: Row
  readonly mine: Row
  readonly theirs: Row
}

type Own = Omit<Versions, "theirs">
type Form = Pick<DepartmentFormState, "names" | "rebase">

/**
 * Brings a form together with a department that is another one by now. What does not conflict goes
 * together at once; what does waits for a decision, and the form stays as it is until then.
 */
export function useMerging({ list, id }: EditorSetup, { names, rebase }: Form) {
  const [versions, setVersions] = useState<Versions>()
  const merges = useMemo(
    () => versions && mergeFields(names, versions.base, versions.mine, versions.theirs),
    [names, versions],
  )
  const over = useRef<AbortController>(undefined)
  const stop = useCallback(() => over.current?.abort(), [])
  useEffect(() => stop, [stop])
  const reading = useMutation({
    networkMode: "always",
    mutationFn: (signal: AbortSignal) => fetchDepartment(list, id, { fresh: true, signal }),
  })
  /** Answers whether the form goes on from their version already. */
  const mergeVersions = useCallback(
    (found: Versions): boolean => {
      const fields = mergeFields(names, found.base, found.mine, found.theirs)
      if (fields.some(({ state }) => state === "conflict")) return false
      rebase(found.theirs, ownChanges(fields))
      return true
    },
    [names, rebase],
  )
  return {
    merges,
    reading,
    mergeVersions,
    /** Shows the versions side by side. */
    show: setVersions,
    /** Reads the department as it is now and shows it beside one's own version as that is by then. */
    async compare(own: () => Own) {
      stop()
      const asking = new AbortController()
      over.current = asking
      const theirs = await reading.mutateAsync(asking.signal).catch(() => undefined)
      if (theirs && !asking.signal.aborted) setVersions({ ...own(), theirs })
    },
    /** Closes what is shown; what is still being read for it is void. */
    close() {
      stop()
      reading.reset()
      setVersions(undefined)
    },
    finish(values: FormValues) {
      if (versions) rebase(versions.theirs, values)
      reading.reset()
      setVersions(undefined)
    },
  }
}

export type Merging = ReturnType<typeof useMerging>
