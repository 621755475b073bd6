import { useQuery } from "@tanstack/react-query"
import { createContext, use, useEffect, useEffectEvent, useState } from "react"
import type { Row } from "@/lib/catalogue"
import { type ApiProblem, fetchDepartment, queryKeys, readOnce } from "@/lib/client"
import { parsePointer } from "@/lib/json-patch"
import type { DepartmentChange } from "../../edits/department-change"
import type { FormatValue } from "../../edits/format-value"
import type { EditorSetup } from "./editor-setup"
import { changedNames, changedValues, type FormValues, recordAfter } from "./form-values"
import { type Saved, undoOfSaved } from "./saved-change"
import { controlId, schemas, useDepartmentForm } from "./use-department-form"
import { useDraft } from "./use-draft"
import { useMerging } from "./use-merging"

/** The current department, refetched whenever its page opens for editing; null if it is gone. */
const useLiveDepartment = ({ list, id, mayWrite }: EditorSetup) =>
  useQuery({
    queryKey: queryKeys.departmentEdit(id),
    queryFn: async ({ signal }) =>
      (await fetchDepartment(list, id, { fresh: true, signal })) ?? null,
    ...readOnce,
    gcTime: 0,
    enabled: mayWrite,
  })

/** A pending change: from the form, or the undo of the last one. */
interface Proposal {
  readonly change: DepartmentChange
  readonly isUndo: boolean
}

/** The editing state of a department: form, draft, review, conflicts and the saved change. */
export function useEditor(setup: EditorSetup, record: Row) {
  const { id, person } = setup
  const department = useDepartmentForm(setup.fields, record)
  const { form, names, base, values, changed, own, rebase } = department
  const isDirty = changed.length > 0
  const merging = useMerging(setup, department)
  const live = useLiveDepartment(setup)
  const draft = useDraft({ person, id, base, values, isDirty })
  const [proposal, setProposal] = useState<Proposal>()
  const [news, setNews] = useState<"renewed" | "differs">()
  const [reviewsNext, setReviewsNext] = useState(false)
  const [saved, setSaved] = useState<Saved>()

  const meet = useEffectEvent((theirs: Row) => {
    const isNew = changedNames(names, base, theirs).length > 0
    if (!merging.mergeVersions({ ...own(), theirs })) setNews("differs")
    else if (isNew && isDirty) setNews("renewed")
  })
  useEffect(() => {
    if (live.data) meet(live.data)
  }, [live.data])

  const openReview = form.handleSubmit(
    (submitted) => {
      if (!isDirty) return
      const after = recordAfter(schemas, base, submitted, changed)
      setProposal({ change: { id, before: base, after }, isUndo: false })
    },
    (errors) => {
      const first = names.find((name) => Object.hasOwn(errors, name))
      const control = first && document.getElementById(controlId(department.formId, first))
      if (!control) return
      control.closest("details")?.setAttribute("open", "")
      control.focus()
    },
  )
  const reviewNow = useEffectEvent(() => void openReview())
  useEffect(() => {
    if (!reviewsNext) return
    setReviewsNext(false)
    reviewNow()
  }, [reviewsNext])

  function applied(after: Row, editId: string) {
    const change = proposal?.change ?? { id, before: base, after }
    const written = changedNames(names, change.before, change.after)
    setSaved(proposal?.isUndo ? undefined : { change, after, written, editId })
    setProposal(undefined)
    setNews(undefined)
    if (!proposal?.isUndo) rebase(after, {})
    else if (!merging.mergeVersions({ ...own(), theirs: after })) setNews("differs")
  }

  function compare() {
    setProposal(undefined)
    const undo = proposal?.isUndo ? proposal.change : undefined
    void merging.compare(undo ? () => ({ base: undo.before, mine: undo.after }) : own)
  }

  function continueDraft() {
    if (!draft.offer) return
    const { base: begun, values: entered } = draft.offer
    const versions = { base: begun, mine: entered, theirs: base }
    if (!merging.mergeVersions(versions)) {
      rebase(begun, changedValues(names, begun, entered))
      setNews("differs")
      merging.show(versions)
    }
    draft.decide()
  }

  return {
    department,
    live,
    saved: {
      /** Until something else is entered. */
      last: isDirty ? undefined : saved,
      undo: () => saved && setProposal({ change: undoOfSaved(saved), isUndo: true }),
      dismiss: () => setSaved(undefined),
    },
    draft: { offer: draft.offer, resume: continueDraft, discard: draft.decide },
    news: { kind: news, dismiss: () => setNews(undefined) },
    review: {
      proposal,
      open: () => void openReview(),
      close: () => setProposal(undefined),
      applied,
      refused: ({ errors }: ApiProblem) => {
        for (const { parameter, message } of errors) {
          const name = parsePointer(parameter)?.[0]
          if (name !== undefined && names.includes(name))
            form.setError(name, { type: "platform", message })
        }
      },
    },
    merging: {
      ...merging,
      compare,
      finish(chosen: FormValues) {
        merging.finish(chosen)
        setNews(undefined)
        setReviewsNext(true)
      },
    },
  }
}

export type Editor = ReturnType<typeof useEditor>

export interface EditorScreen extends Editor {
  readonly setup: EditorSetup
  readonly formatValue: FormatValue
}

export const EditorContext = createContext<EditorScreen | undefined>(undefined)

export function useEditorScreen(): EditorScreen {
  const screen = use(EditorContext)
  if (!screen) throw new Error("This part stands outside of the editor.")
  return screen
}
