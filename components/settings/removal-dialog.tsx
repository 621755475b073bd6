import { useTranslations } from "use-intl"
import { type EditableEntry, queryKeys, removeEntry } from "@/lib/client"
import { Button } from "../ui/button"
import { Dialog, DialogClose, DialogContent } from "../ui/dialog"
import { ChangeProblem } from "./change-problem"
import { countShown } from "./find-entries"
import { useChange } from "./use-change"

export interface RemovalDialogProps {
  /** Undefined while it is closed. */
  readonly entry: EditableEntry | undefined
  readonly onClose: () => void
}

const remove = ({ place }: EditableEntry) => removeEntry(place)

/** Asks before an entry is hidden or removed with all that it holds. */
export function RemovalDialog({ entry, onClose }: RemovalDialogProps) {
  return (
    <Dialog
      open={entry !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      {entry ? <RemovalQuestion entry={entry} onClose={onClose} /> : null}
    </Dialog>
  )
}

function RemovalQuestion({ entry, onClose }: { entry: EditableEntry; onClose: () => void }) {
  const t = useTranslations("settings")
  const common = useTranslations("common")
  const { run, busy, problem } = useChange(remove, queryKeys.workspace())
  const isAdded = entry.origin === "added"
  const { name } = entry
  const count = countShown(entry.children)
  return (
    <DialogContent
      title={isAdded ? t("removal.removeTitle", { name }) : t("removal.hideTitle", { name })}
      actions={
        <>
          <DialogClose render={<Button />}>{common("cancel")}</DialogClose>
          <Button
            variant="danger"
            disabled={busy}
            onClick={async () => {
              if (await run(entry)) onClose()
            }}
          >
            {isAdded ? t("workspace.remove") : t("workspace.hide")}
          </Button>
        </>
      }
    >
      <p className="text-ink-muted">
        {isAdded ? t("removal.removeDetail", { count }) : t("removal.hideDetail", { count })}
      </p>
      <ChangeProblem problem={problem} />
    </DialogContent>
  )
}
