import { useTranslations } from "use-intl"
import type { SavedView } from "@/lib/client"
import { ConfirmRemoval } from "../ui/confirm-removal"
import { Dialog } from "../ui/dialog"
import { useRoleName } from "./use-role-name"

export interface ViewRemovalProps {
  /** Undefined while it is closed. */
  readonly view: SavedView | undefined
  readonly busy: boolean
  readonly error: unknown
  /** Answers whether it is gone, which closes the dialog. */
  readonly onRemove: (view: SavedView) => Promise<boolean>
  readonly onClose: () => void
}

/** Asks before something saved is removed, for everybody whom it is shared with. */
export function ViewRemoval({ view, ...props }: ViewRemovalProps) {
  return (
    <Dialog
      open={view !== undefined}
      onOpenChange={(open) => {
        if (!open) props.onClose()
      }}
    >
      {view ? <ConfirmViewRemoval {...props} view={view} /> : null}
    </Dialog>
  )
}

type ConfirmViewRemovalProps = ViewRemovalProps & { readonly view: SavedView }

function ConfirmViewRemoval({ view, busy, error, onRemove, onClose }: ConfirmViewRemovalProps) {
  const t = useTranslations("views.removal")
  const roleName = useRoleName()
  const { name, role } = view
  const remove = async () => {
    if (await onRemove(view)) onClose()
  }
  return (
    <ConfirmRemoval
      title={t("title", { name })}
      action={t("remove")}
      busy={busy}
      error={error}
      onRemove={remove}
    >
      {role === null ? t("own") : t("shared", { role: roleName(role) })}
    </ConfirmRemoval>
  )
}
