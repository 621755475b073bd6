import { useTranslations } from "use-intl"
import { changeView, removeView, type SavedView, saveView } from "@/lib/client"
import { type Naming, NamingDialog } from "../saved/naming-dialog"
import { ViewRemoval } from "../saved/view-removal"
import { useReport } from "./report-context"
import { contentOf, withoutName } from "./saved-view-content"
import type { ViewDialog, ViewSaving } from "./use-saved-views"

interface SavedViewDialogsProps {
  /** The one that is open. */
  readonly dialog: ViewDialog | undefined
  readonly saving: ViewSaving
  readonly onClose: () => void
}

/** What asks for a view's name, and whether it shall go. */
export function SavedViewDialogs({ dialog, saving, onClose }: SavedViewDialogsProps) {
  const { setup, view, setView } = useReport()
  const { operation, sharing } = setup
  const t = useTranslations("views.dialog")
  const tiles = useTranslations("tiles")
  const edited = dialog?.kind === "edit" ? dialog.of : undefined
  const named = edited ? { of: edited } : {}
  const shared = { busy: saving.busy, error: saving.problem, onClose }
  const rename = ({ id }: SavedView, naming: Naming) => saving.run(() => changeView(id, naming))
  const saveAs = (naming: Naming) =>
    saving.run(
      () => saveView(operation.id, { ...naming, search: contentOf(operation, view) }),
      (made) => made && setView({ ...view, saved: made.id }, { replace: true }),
    )
  const remove = ({ id }: SavedView) =>
    saving.run(
      () => removeView(id).then(() => undefined),
      () => setView(withoutName(view), { replace: true }),
    )
  return (
    <>
      <NamingDialog
        asked={dialog && dialog.kind !== "remove" ? named : undefined}
        title={edited ? t("editTitle") : t("createTitle")}
        note={edited ? undefined : t("createNote")}
        roles={sharing.roles}
        {...(operation.wholeOf !== undefined && { pin: tiles("pin") })}
        onName={(naming) => (edited ? rename(edited, naming) : saveAs(naming))}
        {...shared}
      />
      <ViewRemoval
        view={dialog?.kind === "remove" ? dialog.of : undefined}
        onRemove={remove}
        {...shared}
      />
    </>
  )
}
