import { useMutation } from "@tanstack/react-query"
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import type { Row } from "@/lib/catalogue"
import { fetchDepartment } from "@/lib/client"
import type { EditorSetup } from "./editor-setup"
import { type FormValues, mergeFields, ownChanges } from "./form-values"
import type { DepartmentFormState } from "./use-department-form"

/** Two people's versions of a department and their common base. */
export interface Versions {
  readonly base: Row
  readonly mine: Row
  readonly theirs: Row
}

type Own = Omit<Versions, "theirs">
type Form = Pick<DepartmentFormState, "names" | "rebase">

/**
 * Merges a form with a department that has changed meanwhile. Changes without conflicts merge at
 * once; conflicts need a decision, and the form stays unchanged until then.
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
  /** True if the form already continues from their version. */
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
    show: setVersions,
    /** Reads the current department and compares it with the form's values at that time. */
    async compare(own: () => Own) {
      stop()
      const asking = new AbortController()
      over.current = asking
      const theirs = await reading.mutateAsync(asking.signal).catch(() => undefined)
      if (theirs && !asking.signal.aborted) setVersions({ ...own(), theirs })
    },
    /** Closes the comparison and discards any pending read. */
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
