"use client"

import { Info } from "lucide-react"
import type { ReactNode } from "react"
import { useTranslations } from "use-intl"
import { PatchDialog } from "../../edits/patch-dialog"
import { useValueWords } from "../../edits/use-value-words"
import { Button } from "../../ui/button"
import { QuotaWait } from "../../ui/quota-wait"
import { ChangeBar } from "./change-bar"
import { ComparingDialog } from "./comparing-dialog"
import { ConflictDialog } from "./conflict-dialog"
import { DepartmentForm } from "./department-form"
import { DraftOffer } from "./draft-offer"
import type { EditorSetup } from "./editor-setup"
import { changedNames } from "./form-values"
import { LeaveDialog } from "./leave-dialog"
import type { Editor } from "./use-editor"
import { useLeaveGuard } from "./use-leave-guard"

export interface DepartmentEditorProps {
  readonly setup: EditorSetup
  readonly editor: Editor
}

/** The form of a department with everything that keeps what is entered from getting lost. */
export function DepartmentEditor({ setup, editor }: DepartmentEditorProps) {
  const say = useValueWords(setup.list)
  const { draft, names, changed, form } = editor
  return (
    <div className="space-y-4">
      {draft ? (
        <DraftOffer
          savedAt={draft.savedAt}
          count={changedNames(names, draft.base, draft.values).length}
          onContinue={editor.continueDraft}
          onDiscard={editor.discardDraft}
        />
      ) : null}
      <News editor={editor} />
      <DepartmentForm setup={setup} editor={editor} say={say} isWaiting={draft !== undefined} />
      <ChangeBar
        changes={changed.length}
        faults={Object.keys(form.formState.errors).length}
        onRevertAll={editor.revertAll}
        onReview={editor.review}
        saved={editor.saved?.written.length ?? 0}
        onUndo={editor.undo}
        isUndoing={editor.isUndoing}
        onDismiss={editor.dismissSaved}
      />
    </div>
  )
}

/** The questions that stand above the page, whichever of its parts is open. */
export function EditorDialogs({ setup, editor }: DepartmentEditorProps) {
  const t = useTranslations("departments.editor")
  const say = useValueWords(setup.list)
  const { proposal, merging, changed, base } = editor
  const guard = useLeaveGuard(changed.length > 0)
  return (
    <>
      <PatchDialog
        change={proposal?.change}
        title={t(proposal?.isUndo ? "undoTitle" : "reviewTitle")}
        name={`${base["name"] ?? ""}`}
        list={setup.list}
        patches={setup.patches}
        onClose={editor.closeProposal}
        onApplied={editor.applied}
        onConflict={editor.compare}
        onRefused={editor.refused}
      />
      <ComparingDialog
        reading={merging.reading}
        isShown={merging.merges === undefined}
        onRetry={editor.compare}
        onClose={merging.close}
      />
      <ConflictDialog
        merges={merging.merges}
        fields={setup.fields}
        say={say}
        departmentId={setup.id}
        onClose={merging.close}
        onMerge={editor.finishMerging}
      />
      <LeaveDialog
        open={guard.isAsking}
        isSignOut={guard.isSignOut}
        onLeave={guard.leave}
        onStay={guard.stay}
      />
    </>
  )
}

/** What has happened to the department since its page was opened. */
function News({ editor }: { editor: Editor }) {
  const t = useTranslations("departments.editor")
  const common = useTranslations("common")
  const { news, live } = editor
  if (news)
    return (
      <Note text={t(news)}>
        {news === "differs" ? (
          <Button size="sm" onClick={editor.compare}>
            {t("compare")}
          </Button>
        ) : (
          <Button size="sm" onClick={editor.dismissNews}>
            {common("close")}
          </Button>
        )}
      </Note>
    )
  if (live.isError)
    return (
      <Note text={t("notLive")}>
        <Button size="sm" onClick={() => void live.refetch()}>
          {t("readLive")}
        </Button>
      </Note>
    )
  return live.isFetching ? <QuotaWait look="line" className="text-ink-muted" /> : null
}

function Note({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border bg-caution-soft px-4 py-2.5 text-caution-ink">
      <Info className="size-4 shrink-0" aria-hidden="true" />
      <p role="status" className="min-w-0 flex-1 basis-60">
        {text}
      </p>
      {children}
    </div>
  )
}
