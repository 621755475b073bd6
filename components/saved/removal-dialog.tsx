import { useTranslations } from "use-intl"
import type { SavedView } from "@/lib/client"
import { Dialog } from "../ui/dialog"
import { RemovalQuestion } from "../ui/removal-question"
import { useRoleName } from "./use-role-name"

export interface RemovalDialogProps {
  /** Undefined while it is closed. */
  readonly view: SavedView | undefined
  readonly busy: boolean
  readonly error: unknown
  /** Answers whether it is gone, which closes the dialog. */
  readonly onRemove: (view: SavedView) => Promise<boolean>
  readonly onClose: () => void
}

/** Asks before something saved is removed, for everybody whom it is shared with. */
export function RemovalDialog({ view, ...props }: RemovalDialogProps) {
  return (
    <Dialog
      open={view !== undefined}
      onOpenChange={(open) => {
        if (!open) props.onClose()
      }}
    >
      {view ? <ViewQuestion {...props} view={view} /> : null}
    </Dialog>
  )
}

type ViewQuestionProps = RemovalDialogProps & { readonly view: SavedView }

function ViewQuestion({ view, busy, error, onRemove, onClose }: ViewQuestionProps) {
  const t = useTranslations("views.removal")
  const roleName = useRoleName()
  const { name, role } = view
  const remove = async () => {
    if (await onRemove(view)) onClose()
  }
  return (
    <RemovalQuestion
      title={t("title", { name })}
      action={t("remove")}
      busy={busy}
      error={error}
      onRemove={remove}
    >
      {role === null ? t("own") : t("shared", { role: roleName(role) })}
    </RemovalQuestion>
  )
}
