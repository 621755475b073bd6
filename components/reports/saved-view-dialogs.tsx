import { useTranslations } from "use-intl"
import { removeView, type SavedView, saveView } from "@/lib/client"
import { type Naming, NamingDialog } from "../saved/naming-dialog"
import { ViewNaming } from "../saved/view-naming"
import { ViewRemoval } from "../saved/view-removal"
import { useReport } from "./report-context"
import { contentOf, withoutName } from "./saved-view-content"
import { useSavedViews, type ViewDialog, type ViewSaving } from "./use-saved-views"

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
  const { views } = useSavedViews()
  const pin = operation.wholeOf === undefined ? undefined : tiles("pin")
  const edited = dialog?.kind === "edit" ? dialog.of : undefined
  const shared = { busy: saving.busy, error: saving.problem, onClose }
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
        asked={dialog?.kind === "create" ? {} : undefined}
        title={t("createTitle")}
        note={t("createNote")}
        roles={sharing.roles}
        {...(pin !== undefined && { pin })}
        onName={saveAs}
        {...shared}
      />
      <ViewNaming
        view={edited && (views?.views.find(({ id }) => id === edited.id) ?? edited)}
        roles={sharing.roles}
        pin={pin}
        onClose={onClose}
      />
      <ViewRemoval
        view={dialog?.kind === "remove" ? dialog.of : undefined}
        onRemove={remove}
        {...shared}
      />
    </>
  )
}
