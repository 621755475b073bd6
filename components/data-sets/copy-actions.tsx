import { Copy, Pause, Play, RefreshCw, RotateCcw, X } from "lucide-react"
import { useTranslations } from "use-intl"
import type { SyncAction } from "@/lib/client"
import { Button } from "../ui/button"
import { IconButton } from "../ui/icon-button"
import type { ListedCopy } from "./listed-copy"
import { type ShownState, shownState } from "./shown-state"
import type { SyncChange } from "./use-sync-change"

const pause = { action: "pause", text: "pause", Icon: Pause } as const
const goOn = { action: "start", text: "goOn", Icon: Play } as const

/** The one thing that people most likely want of a copy in a state. */
const mainActions = {
  none: { action: "start", text: "copy", Icon: Copy },
  copying: pause,
  updating: pause,
  checking: pause,
  waiting: pause,
  paused: { action: "resume", text: "resume", Icon: Play },
  complete: { action: "start", text: "sync", Icon: RefreshCw },
  part: goOn,
  failed: { action: "resume", text: "retry", Icon: RotateCcw },
} as const satisfies Record<ShownState, { action: SyncAction; text: string; Icon: typeof Pause }>

export interface CopyActionsProps {
  readonly listed: ListedCopy
  readonly mayCancel: boolean
  readonly change: SyncChange
}

/** What can be done with a copy in the state that it is in. */
export function CopyActions({ listed, mayCancel, change }: CopyActionsProps) {
  const t = useTranslations("dataSets.actions")
  const { name, list, copy } = listed
  const state = shownState(copy)
  const { action, text, Icon } = mainActions[state]
  const ask = (desired: SyncAction) => () => change.mutate({ ...list, action: desired })
  const isOpen = copy?.run != null || (copy?.state === "running" && !copy.isComplete)
  return (
    <>
      {isOpen && mayCancel ? (
        <IconButton
          size="sm"
          label={t("cancel", { name })}
          onClick={ask("cancel")}
          disabled={change.isPending}
        >
          <X aria-hidden="true" />
        </IconButton>
      ) : null}
      <Button
        size="sm"
        aria-label={t("name", { action: t(text), name })}
        onClick={ask(action)}
        disabled={change.isPending}
      >
        <Icon aria-hidden="true" />
        {t(text)}
      </Button>
    </>
  )
}
