import { useTranslations } from "use-intl"
import { toProblem } from "@/lib/client"
import { Button } from "../../ui/button"
import { Dialog, DialogContent } from "../../ui/dialog"
import { QuotaWait } from "../../ui/quota-wait"
import { SignedOut } from "../../ui/signed-out"
import { Skeleton } from "../../ui/skeleton"
import type { Merging } from "./use-merging"

export interface ComparingDialogProps {
  readonly reading: Merging["reading"]
  /** Nothing is shown in its place yet. */
  readonly isShown: boolean
  readonly onRetry: () => void
  readonly onClose: () => void
}

/** While a department is read to be compared with the form, and where that fails. */
export function ComparingDialog({ reading, isShown, onRetry, onClose }: ComparingDialogProps) {
  const t = useTranslations("departments.editor.conflict")
  const common = useTranslations("common")
  const isGone = reading.isSuccess && reading.data === undefined
  const isOpen = isShown && (reading.isPending || reading.isError || isGone)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        title={t("title")}
        actions={
          <>
            <Button onClick={onClose}>{t("close")}</Button>
            {reading.isError ? (
              <Button variant="primary" onClick={onRetry}>
                {common("retry")}
              </Button>
            ) : null}
          </>
        }
      >
        {reading.error && toProblem(reading.error).status === 401 ? (
          <SignedOut onSignedIn={onRetry} />
        ) : (
          <p role="status">
            {reading.isPending ? (
              <>
                {t("reading")} <QuotaWait look="line" />
              </>
            ) : (
              t(isGone ? "gone" : "failed")
            )}
          </p>
        )}
        {reading.isPending ? <Skeleton className="mt-3 h-24" /> : null}
      </DialogContent>
    </Dialog>
  )
}
