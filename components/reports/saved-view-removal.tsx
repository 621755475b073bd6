import { useTranslations } from "use-intl"
import type { SavedView } from "@/lib/client"
import { Button } from "../ui/button"
import { Dialog, DialogClose, DialogContent } from "../ui/dialog"
import { useProblemText } from "./problem-text"
import type { ReportSetup } from "./report-setup"
import { useRoleName } from "./use-role-name"
import type { SavedViews } from "./use-saved-views"

export interface SavedViewRemovalProps {
  /** Undefined while it is closed. */
  readonly view: SavedView | undefined
  readonly setup: ReportSetup
  readonly views: SavedViews
  readonly onClose: () => void
}

/** Asks before a view is removed, for everybody whom it is shared with. */
export function SavedViewRemoval({ view, ...props }: SavedViewRemovalProps) {
  return (
    <Dialog
      open={view !== undefined}
      onOpenChange={(open) => {
        if (!open) props.onClose()
      }}
    >
      {view ? <RemovalQuestion view={view} {...props} /> : null}
    </Dialog>
  )
}

type QuestionProps = SavedViewRemovalProps & { readonly view: SavedView }

function RemovalQuestion({ view, setup, views, onClose }: QuestionProps) {
  const t = useTranslations("views")
  const common = useTranslations("common")
  const roleName = useRoleName()
  const textOf = useProblemText(setup.operation)
  const { name, role } = view
  return (
    <DialogContent
      title={t("removal.title", { name })}
      actions={
        <>
          <DialogClose render={<Button />}>{common("cancel")}</DialogClose>
          <Button
            variant="danger"
            disabled={views.busy}
            onClick={async () => {
              if (await views.remove(view)) onClose()
            }}
          >
            {t("removal.remove")}
          </Button>
        </>
      }
    >
      <p className="text-ink-muted">
        {role === null ? t("removal.own") : t("removal.shared", { role: roleName(role) })}
      </p>
      {views.problem ? (
        <p role="alert" className="mt-2 text-critical-ink text-xs">
          {textOf(views.problem).title}
        </p>
      ) : null}
    </DialogContent>
  )
}
