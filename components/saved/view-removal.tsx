import { useTranslations } from "use-intl"
import type { SavedView } from "@/lib/client"
import { ConfirmRemoval, type ConfirmRemovalProps } from "../ui/confirm-removal"
import { ControlledDialog } from "../ui/dialog"
import { useRoleName } from "./use-role-name"

export interface ViewRemovalProps extends Pick<ConfirmRemovalProps, "focusAfter"> {
  /** Undefined while closed. */
  readonly view: SavedView | undefined
  readonly busy: boolean
  readonly error: unknown
  /** Resolves to true if it was removed, which closes the dialog. */
  readonly onRemove: (view: SavedView) => Promise<boolean>
  readonly onClose: () => void
}

/** Confirms the removal of a saved item, which affects everyone it is shared with. */
export function ViewRemoval(props: ViewRemovalProps) {
  const { view, busy, error, focusAfter, onRemove, onClose } = props
  const t = useTranslations("views.removal")
  const roleName = useRoleName()
  const remove = async (removed: SavedView) => {
    if (await onRemove(removed)) onClose()
  }
  return (
    <ControlledDialog isOpen={view !== undefined} onClose={onClose}>
      {view ? (
        <ConfirmRemoval
          title={t("title", { name: view.name })}
          action={t("remove")}
          busy={busy}
          error={error}
          focusAfter={focusAfter}
          onRemove={() => void remove(view)}
        >
          {view.role === null ? t("own") : t("shared", { role: roleName(view.role) })}
        </ConfirmRemoval>
      ) : null}
    </ControlledDialog>
  )
}
