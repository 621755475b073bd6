import { useTranslations } from "use-intl"
import { Dialog } from "../ui/dialog"
import { RemovalQuestion } from "../ui/removal-question"
import type { ListedCopy } from "./listed-copy"
import { useSyncChange } from "./use-sync-change"

export interface RemovalDialogProps {
  readonly listed: ListedCopy
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Asks before a copy is removed with its rows. */
export function RemovalDialog({ listed, isOpen, onClose }: RemovalDialogProps) {
  const t = useTranslations("dataSets.removal")
  const change = useSyncChange()
  const { name, list, copy } = listed
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <RemovalQuestion
        title={t("title", { name })}
        action={t("action")}
        busy={change.isPending}
        error={change.error}
        onRemove={() => change.mutate({ ...list, action: "remove" }, { onSuccess: onClose })}
      >
        {t("detail", { count: copy?.rows ?? 0 })}
      </RemovalQuestion>
    </Dialog>
  )
}
