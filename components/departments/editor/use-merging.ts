import { useMutation } from "@tanstack/react-query"
import { useCallback, useMemo, useState } from "react"
import type { Row } from "@/lib/catalogue"
import { fetchDepartment } from "@/lib/client"
import type { EditorSetup } from "./editor-setup"
import { type FormValues, mergeFields, ownChanges } from "./form-values"
import type { DepartmentForm } from "./use-department-form"

/** Two people's versions of a department and the one that both began with. */
export interface Versions {
  readonly base: Row
  readonly mine: Row
  readonly theirs: Row
}

type Form = Pick<DepartmentForm, "names" | "rebase">

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
  const reading = useMutation({
    networkMode: "always",
    mutationFn: () => fetchDepartment(list, id, { fresh: true }),
  })
  /** Answers whether the form goes on from their version already. */
  const bringTogether = useCallback(
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
    bringTogether,
    /** Shows the versions side by side. */
    show: setVersions,
    /** Reads the department as it is now and shows it beside the form. */
    async compare(own: Omit<Versions, "theirs">) {
      const theirs = await reading.mutateAsync().catch(() => undefined)
      if (theirs) setVersions({ ...own, theirs })
    },
    close() {
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
