import { useTranslations } from "use-intl"
import { apiKey, type EditableEntry, removeEntry } from "@/lib/client"
import { Dialog } from "../ui/dialog"
import { RemovalQuestion } from "../ui/removal-question"
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
      {entry ? <EntryQuestion entry={entry} onClose={onClose} /> : null}
    </Dialog>
  )
}

function EntryQuestion({ entry, onClose }: { entry: EditableEntry; onClose: () => void }) {
  const t = useTranslations("settings")
  const { run, busy, problem } = useChange(remove, apiKey("/api/workspace"))
  const isAdded = entry.origin === "added"
  const { name } = entry
  const count = countShown(entry.children)
  const goOn = async () => {
    if (await run(entry)) onClose()
  }
  return (
    <RemovalQuestion
      title={isAdded ? t("removal.removeTitle", { name }) : t("removal.hideTitle", { name })}
      action={isAdded ? t("workspace.remove") : t("workspace.hide")}
      busy={busy}
      error={problem}
      onRemove={goOn}
    >
      {isAdded ? t("removal.removeDetail", { count }) : t("removal.hideDetail", { count })}
    </RemovalQuestion>
  )
}
