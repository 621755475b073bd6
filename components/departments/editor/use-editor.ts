import { useMutation, useQuery } from "@tanstack/react-query"
import { useEffect, useEffectEvent, useId, useState } from "react"
import type { Row } from "@/lib/catalogue"
import { type ApiProblem, fetchDepartment, queryKeys, readOnce } from "@/lib/client"
import { parsePointer, planUndo, printPatch } from "@/lib/json-patch"
import { type ActivityEntry, fetchActivity } from "../../edits/activity-log"
import { type DepartmentChange, patchOf } from "../../edits/department-change"
import { controlId } from "./control-id"
import type { EditorSetup } from "./editor-setup"
import { changedNames, changedValues, type FormValues, recordAfter } from "./form-values"
import { schemas, useDepartmentForm } from "./use-department-form"
import { useDraft } from "./use-draft"
import { useMerging } from "./use-merging"

/** What was sent last, for taking it back. */
export interface Saved {
  readonly change: DepartmentChange
  /** The department after it, which may hold others' changes beside it. */
  readonly after: Row
  /** The fields that it wrote. */
  readonly written: readonly string[]
}

/** The department without what was saved, and with all that others have changed beside it. */
export function undoSaved({ change, after, written }: Saved): Row {
  const plan = planUndo(patchOf(change), after)
  if (plan.ok) return plan.target
  // The platform stores a value in its own way: what it was stands in the change.
  const old = written.map((name) => [name, change.before[name] ?? null])
  return { ...after, ...Object.fromEntries(old) }
}

/** False where the log knows that an edit was not made. */
const mayBeMade = ({ outcome, verdict }: ActivityEntry) =>
  outcome === "applied" ||
  outcome === "intended" ||
  (outcome === "unknown" && (verdict === null || verdict === "applied"))

/**
 * The edit that made what was saved, out of its person's, the newest first; undefined where it is not among
 * them. It is known by its patch, because an answer that got lost names nothing.
 */
function findSavedEdit(
  { change }: Saved,
  edits: readonly ActivityEntry[],
): ActivityEntry | undefined {
  const text = printPatch(patchOf(change))
  return edits.find((edit) => edit.patch === text && mayBeMade(edit))
}

/** The department as it is now, read anew each time that its page is opened for editing; null where it is gone. */
const useLiveDepartment = ({ list, id, mayWrite }: EditorSetup) =>
  useQuery({
    queryKey: queryKeys.departmentEdit(id),
    queryFn: async ({ signal }) =>
      (await fetchDepartment(list, id, { fresh: true, signal })) ?? null,
    ...readOnce,
    gcTime: 0,
    enabled: mayWrite,
  })

/** A change on its way: one of the form's, or one that takes the last one back. */
interface Proposal {
  readonly change: DepartmentChange
  readonly isUndo: boolean
}

/** The change that takes back what the person saved; the log tells which edit that was. */
async function planUndoOf(saved: Saved, person: string): Promise<DepartmentChange> {
  const { id } = saved.change
  const edits = await fetchActivity({ record: id, person }).catch(() => [])
  const undoes = findSavedEdit(saved, edits)?.id
  return { id, before: saved.after, after: undoSaved(saved), undoes }
}

/** The editing of one department: form, draft, review, conflicts and what was saved. */
export function useEditor(setup: EditorSetup, record: Row) {
  const { id, person, fields } = setup
  const formId = useId()
  const department = useDepartmentForm(fields, record)
  const { form, names, base, values, changed, own, rebase } = department
  const merging = useMerging(setup, department)
  const live = useLiveDepartment(setup)
  const draft = useDraft({ person, id, base, values, isDirty: changed.length > 0 })
  const [proposal, setProposal] = useState<Proposal>()
  const [saved, setSaved] = useState<Saved>()
  const [news, setNews] = useState<"renewed" | "differs">()
  const [reviewsNext, setReviewsNext] = useState(false)
  const undoable = changed.length === 0 ? saved : undefined

  const meet = useEffectEvent((theirs: Row) => {
    const isNew = changedNames(names, base, theirs).length > 0
    if (!merging.bringTogether({ ...own(), theirs })) setNews("differs")
    else if (isNew && changed.length > 0) setNews("renewed")
  })
  useEffect(() => {
    if (live.data) meet(live.data)
  }, [live.data])

  const review = form.handleSubmit(
    (submitted) => {
      if (changed.length === 0) return
      const after = recordAfter(schemas, base, submitted, changed)
      setProposal({ change: { id, before: base, after }, isUndo: false })
    },
    (errors) => {
      const first = names.find((name) => Object.hasOwn(errors, name))
      if (first) document.getElementById(controlId(formId, first))?.focus()
    },
  )
  const reviewNow = useEffectEvent(() => void review())
  useEffect(() => {
    if (!reviewsNext) return
    setReviewsNext(false)
    reviewNow()
  }, [reviewsNext])

  const undoing = useMutation({
    networkMode: "always",
    mutationFn: (asked: Saved) => planUndoOf(asked, person),
    onSuccess(change, asked) {
      if (asked === undoable && !proposal) setProposal({ change, isUndo: true })
    },
  })

  return {
    ...department,
    formId,
    live,
    draft: draft.offer,
    proposal,
    saved: undoable,
    isUndoing: undoing.isPending,
    news,
    merging,
    review: () => void review(),
    dismissNews: () => setNews(undefined),
    dismissSaved: () => setSaved(undefined),
    closeProposal: () => setProposal(undefined),
    revertAll: () => rebase(base, {}),
    applied(after: Row) {
      const change = proposal?.change ?? { id, before: base, after }
      const written = changedNames(names, change.before, change.after)
      setSaved(proposal?.isUndo ? undefined : { change, after, written })
      setProposal(undefined)
      setNews(undefined)
      if (!proposal?.isUndo) rebase(after, {})
      else if (!merging.bringTogether({ ...own(), theirs: after })) setNews("differs")
    },
    refused({ errors }: ApiProblem) {
      for (const { parameter, message } of errors) {
        const name = parsePointer(parameter)?.[0]
        if (name !== undefined && names.includes(name))
          form.setError(name, { type: "platform", message })
      }
    },
    compare() {
      setProposal(undefined)
      const undo = proposal?.isUndo ? proposal.change : undefined
      void merging.compare(undo ? () => ({ base: undo.before, mine: undo.after }) : own)
    },
    finishMerging(chosen: FormValues) {
      merging.finish(chosen)
      setNews(undefined)
      setReviewsNext(true)
    },
    undo() {
      if (saved) undoing.mutate(saved)
    },
    continueDraft() {
      if (!draft.offer) return
      const { base: begun, values: entered } = draft.offer
      const versions = { base: begun, mine: entered, theirs: base }
      if (!merging.bringTogether(versions)) {
        rebase(begun, changedValues(names, begun, entered))
        setNews("differs")
        merging.show(versions)
      }
      draft.settle()
    },
    discardDraft: draft.settle,
  }
}

export type Editor = ReturnType<typeof useEditor>
