import { useTranslations } from "use-intl"
import { toProblem } from "@/lib/client"
import { PatchDialog } from "../../edits/patch-dialog"
import { Button } from "../../ui/button"
import { ControlledDialog, DialogContent } from "../../ui/dialog"
import { QuotaWait } from "../../ui/quota-wait"
import { SignedOut } from "../../ui/signed-out"
import { Skeleton } from "../../ui/skeleton"
import { ConflictDialog } from "./conflict-dialog"
import { useEditorScreen } from "./use-editor"
import { useLeaveGuard } from "./use-leave-guard"

/** The dialogs above the page, whichever part is open. */
export function EditorDialogs() {
  const t = useTranslations("departments.editor")
  const { setup, department, review, merging } = useEditorScreen()
  return (
    <>
      <PatchDialog
        change={review.proposal?.change}
        title={t(review.proposal?.isUndo ? "undoTitle" : "reviewTitle")}
        name={`${department.base["name"] ?? ""}`}
        list={setup.list}
        patches={setup.patches}
        onClose={review.close}
        onApplied={review.applied}
        onConflict={merging.compare}
        onRefused={review.refused}
      />
      <ComparingDialog />
      {merging.merges ? <ConflictDialog merges={merging.merges} /> : null}
      <LeaveDialog />
    </>
  )
}

/** Shown while the department is read for a comparison, or if that fails. */
function ComparingDialog() {
  const t = useTranslations("departments.editor.conflict")
  const common = useTranslations("common")
  const { reading, merges, compare, close } = useEditorScreen().merging
  const isGone = reading.isSuccess && reading.data === undefined
  const isOpen = merges === undefined && (reading.isPending || reading.isError || isGone)
  return (
    <ControlledDialog isOpen={isOpen} onClose={close}>
      <DialogContent
        title={t("title")}
        actions={
          <>
            <Button onClick={close}>{t("close")}</Button>
            {reading.isError ? (
              <Button variant="primary" onClick={compare}>
                {common("retry")}
              </Button>
            ) : null}
          </>
        }
      >
        {reading.error && toProblem(reading.error).status === 401 ? (
          <SignedOut onSignedIn={compare} />
        ) : (
          <p role="status">
            {reading.isPending ? (
              <>
                {t("reading")} <QuotaWait variant="line" />
              </>
            ) : (
              t(isGone ? "gone" : "failed")
            )}
          </p>
        )}
        {reading.isPending ? <Skeleton className="mt-3 h-24" /> : null}
      </DialogContent>
    </ControlledDialog>
  )
}

/** Asks before leaving unsaved changes; they are saved as a draft, except on sign-out. */
function LeaveDialog() {
  const t = useTranslations("departments.editor.leave")
  const { changed } = useEditorScreen().department
  const { isAsking, isSignOut, leave, stay } = useLeaveGuard(changed.length > 0)
  return (
    <ControlledDialog isOpen={isAsking} onClose={stay}>
      <DialogContent
        title={t("title")}
        actions={
          <>
            <Button onClick={leave}>{t("leave")}</Button>
            <Button variant="primary" onClick={stay}>
              {t("stay")}
            </Button>
          </>
        }
      >
        <p>{t(isSignOut ? "signOutDetail" : "detail")}</p>
      </DialogContent>
    </ControlledDialog>
  )
}
