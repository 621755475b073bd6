"use client"

import { History, Info } from "lucide-react"
import type { ReactNode } from "react"
import { useNow, useTranslations } from "use-intl"
import { useFormatValue } from "../../edits/format-value"
import { PatchDialog } from "../../edits/patch-dialog"
import { Button } from "../../ui/button"
import { Dialog, DialogContent } from "../../ui/dialog"
import { QuotaWait } from "../../ui/quota-wait"
import { useRelativeTime } from "../../ui/use-relative-time"
import { ChangeBar } from "./change-bar"
import { ComparingDialog } from "./comparing-dialog"
import { ConflictDialog } from "./conflict-dialog"
import { DepartmentForm } from "./department-form"
import type { EditorSetup } from "./editor-setup"
import { changedNames } from "./form-values"
import type { Editor } from "./use-editor"
import { useLeaveGuard } from "./use-leave-guard"

interface DraftOfferProps {
  /** ISO time. */
  readonly savedAt: string
  /** How many fields the draft changes. */
  readonly count: number
  readonly onContinue: () => void
  readonly onDiscard: () => void
}

/** What somebody had entered before and not sent, to go on with or to discard. */
function DraftOffer({ savedAt, count, onContinue, onDiscard }: DraftOfferProps) {
  const t = useTranslations("departments.editor.draft")
  const relativeTime = useRelativeTime()
  const now = useNow()
  const when = relativeTime(new Date(savedAt), now)
  return (
    <section
      aria-label={t("label")}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-accent bg-accent-soft px-4 py-3"
    >
      <History className="size-4 shrink-0 text-accent-ink" aria-hidden="true" />
      <p role="status" className="min-w-0 flex-1 basis-64">
        {t("offer", { when, count })}
      </p>
      <div className="flex gap-2">
        <Button onClick={onDiscard}>{t("discard")}</Button>
        <Button variant="primary" onClick={onContinue}>
          {t("continue")}
        </Button>
      </div>
    </section>
  )
}

interface LeaveDialogProps {
  readonly open: boolean
  /** Whether they are about to sign out, which keeps no draft. */
  readonly isSignOut: boolean
  readonly onLeave: () => void
  readonly onStay: () => void
}

/** Asks before unsaved changes are left behind; they are kept as a draft, except by who signs out. */
function LeaveDialog({ open, isSignOut, onLeave, onStay }: LeaveDialogProps) {
  const t = useTranslations("departments.editor.leave")
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onStay()
      }}
    >
      <DialogContent
        title={t("title")}
        actions={
          <>
            <Button onClick={onLeave}>{t("leave")}</Button>
            <Button variant="primary" onClick={onStay}>
              {t("stay")}
            </Button>
          </>
        }
      >
        <p>{t(isSignOut ? "signOutDetail" : "detail")}</p>
      </DialogContent>
    </Dialog>
  )
}

interface DepartmentEditorProps {
  readonly setup: EditorSetup
  readonly editor: Editor
}

/** The form of a department with everything that keeps what is entered from getting lost. */
export function DepartmentEditor({ setup, editor }: DepartmentEditorProps) {
  const say = useFormatValue(setup.list)
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
  const say = useFormatValue(setup.list)
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
