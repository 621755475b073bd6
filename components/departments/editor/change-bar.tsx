import { CircleCheck, X } from "lucide-react"
import { useTranslations } from "use-intl"
import { Button } from "../../ui/button"
import { IconButton } from "../../ui/icon-button"

/** What the bar at the form's foot says: what is changed, else what was just saved. */
export interface ChangeBarProps {
  readonly changes: number
  readonly faults: number
  readonly onRevertAll: () => void
  readonly onReview: () => void
  /** How many changes were just saved; 0 where none were. */
  readonly saved: number
  readonly onUndo: () => void
  /** The taking back is being prepared. */
  readonly isUndoing: boolean
  readonly onDismiss: () => void
}

/** Sticks to the foot of the window while something is changed, and tells what was saved. */
export function ChangeBar({ changes, saved, ...props }: ChangeBarProps) {
  const t = useTranslations("departments.editor.bar")
  const isShown = changes > 0 || saved > 0
  return (
    <section
      aria-label={t("label")}
      className={
        isShown
          ? "print:hidden sticky bottom-3 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-raised px-4 py-2.5 shadow-popup"
          : "sr-only"
      }
    >
      {changes > 0 ? <Unsaved changes={changes} {...props} /> : <Saved saved={saved} {...props} />}
    </section>
  )
}

type UnsavedProps = Pick<ChangeBarProps, "changes" | "faults" | "onRevertAll" | "onReview">

function Unsaved({ changes, faults, onRevertAll, onReview }: UnsavedProps) {
  const t = useTranslations("departments.editor.bar")
  return (
    <>
      <p role="status" className="min-w-0 flex-1">
        <span className="font-medium">{t("changes", { count: changes })}</span>
        {faults > 0 ? (
          <span className="ml-2 text-critical-ink">{t("faults", { count: faults })}</span>
        ) : null}
      </p>
      <div className="flex gap-2">
        <Button onClick={onRevertAll}>{t("revertAll")}</Button>
        <Button variant="primary" aria-keyshortcuts="Control+S Meta+S" onClick={onReview}>
          {t("review")}
        </Button>
      </div>
    </>
  )
}

type SavedProps = Pick<ChangeBarProps, "saved" | "onUndo" | "isUndoing" | "onDismiss">

function Saved({ saved, onUndo, isUndoing, onDismiss }: SavedProps) {
  const t = useTranslations("departments.editor.bar")
  const common = useTranslations("common")
  return (
    <>
      <p role="status" className="flex min-w-0 flex-1 items-center gap-2">
        {saved > 0 ? (
          <>
            <CircleCheck className="size-4 shrink-0 text-positive-ink" aria-hidden="true" />
            {t("saved", { count: saved })}
          </>
        ) : null}
      </p>
      {saved > 0 ? (
        <div className="flex items-center gap-1">
          <Button variant="ghost" focusableWhenDisabled disabled={isUndoing} onClick={onUndo}>
            {t("undo")}
          </Button>
          <IconButton label={common("close")} onClick={onDismiss}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
      ) : null}
    </>
  )
}
