import { useTranslations } from "use-intl"
import { NamingDialog } from "../saved/naming-dialog"
import { RemovalDialog } from "../saved/removal-dialog"
import type { ReportSetup } from "./report-setup"
import type { SavedViews } from "./use-saved-views"
import type { ViewDialog } from "./view-dialog"

export interface SavedViewDialogsProps {
  /** The one that is open. */
  readonly dialog: ViewDialog | undefined
  readonly setup: ReportSetup
  readonly views: SavedViews
  readonly onClose: () => void
}

/** What asks for a view's name, and whether it shall go. */
export function SavedViewDialogs({ dialog, setup, views, onClose }: SavedViewDialogsProps) {
  const t = useTranslations("views.dialog")
  const edited = dialog?.kind === "edit" ? dialog.of : undefined
  const asked = edited ? { of: edited } : {}
  const shared = { busy: views.busy, error: views.problem, onClose }
  return (
    <>
      <NamingDialog
        asked={dialog && dialog.kind !== "remove" ? asked : undefined}
        title={edited ? t("editTitle") : t("createTitle")}
        note={edited ? undefined : t("createNote")}
        roles={setup.sharing.roles}
        onName={(naming) => (edited ? views.rename(edited, naming) : views.saveAs(naming))}
        {...shared}
      />
      <RemovalDialog
        view={dialog?.kind === "remove" ? dialog.of : undefined}
        onRemove={views.remove}
        {...shared}
      />
    </>
  )
}
