import { useTranslations } from "use-intl"
import { Button } from "../../ui/button"
import { Dialog, DialogContent } from "../../ui/dialog"

export interface LeaveDialogProps {
  readonly open: boolean
  /** Whether they are about to sign out, which keeps no draft. */
  readonly isSignOut: boolean
  readonly onLeave: () => void
  readonly onStay: () => void
}

/** Asks before unsaved changes are left behind; they are kept as a draft, except by who signs out. */
export function LeaveDialog({ open, isSignOut, onLeave, onStay }: LeaveDialogProps) {
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
