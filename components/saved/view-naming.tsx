import { useTranslations } from "use-intl"
import type { Role } from "@/lib/catalogue"
import { changeView, type SavedView, toProblem } from "@/lib/client"
import { NamingDialog } from "./naming-dialog"
import { useRoleName } from "./use-role-name"
import { useViewChange } from "./use-view-change"

interface ViewNamingProps {
  /** The item to rename, as last read; undefined while closed. */
  readonly view: SavedView | undefined
  /** Roles that it can be shared with. */
  readonly roles: readonly Role[]
  /** The label of the Home switch, if the item can be pinned. */
  readonly pin?: string | undefined
  readonly onSaved?: (view: SavedView) => void
  readonly onClose: () => void
}

/**
 * Renames and shares a saved item; changes by others meanwhile are shown first and only replaced
 * with consent.
 */
export function ViewNaming({ view, roles, pin, onSaved, onClose }: ViewNamingProps) {
  const t = useTranslations("views.dialog")
  const roleName = useRoleName()
  const { mutateAsync, isPending, error, reset } = useViewChange()
  const isConflict = error !== null && toProblem(error).code === "view_conflict"
  const sharing = view?.role ? t("everybody", { role: roleName(view.role) }) : t("nobody")
  return (
    <NamingDialog
      asked={view && { of: view }}
      title={t("editTitle")}
      note={view && isConflict ? t("now", { name: view.name, sharing }) : undefined}
      roles={roles}
      {...(pin !== undefined && { pin })}
      busy={isPending}
      error={error}
      onName={async (naming) => {
        if (!view) return false
        const { id, changedAt } = view
        try {
          await mutateAsync(async () => {
            const saved = await changeView(id, { ...naming, changedAt })
            onSaved?.(saved)
          })
          return true
        } catch {
          return false
        }
      }}
      onClose={() => {
        reset()
        onClose()
      }}
    />
  )
}
