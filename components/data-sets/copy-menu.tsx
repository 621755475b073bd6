import {
  Copy,
  Ellipsis,
  History,
  Pause,
  Play,
  RefreshCw,
  RotateCcw,
  ScanSearch,
  Trash2,
  X,
} from "lucide-react"
import { useTranslations } from "use-intl"
import type { SyncAction, SyncStatus } from "@/lib/client"
import { Button } from "../ui/button"
import { IconButton } from "../ui/icon-button"
import {
  Menu,
  MenuContent,
  MenuGroup,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from "../ui/menu"
import {
  type CopyRights,
  type ListedCopy,
  type ShownState,
  type SyncChange,
  shownState,
} from "./listed-copy"

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

interface CopyActionsProps {
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

const hour = 60
const day = 24 * hour

/** How often a list may be synced by itself; null is never. */
const schedules = [
  { minutes: 15, text: "quarter" },
  { minutes: hour, text: "hour" },
  { minutes: day, text: "day" },
  { minutes: null, text: "never" },
] as const

interface CopyMenuProps {
  readonly listed: ListedCopy & { readonly copy: SyncStatus }
  readonly rights: CopyRights
  readonly change: SyncChange
  readonly onHistory: () => void
  readonly onRemoval: () => void
}

/** The rarer things that can be done with a copy. */
export function CopyMenu({ listed, rights, change, onHistory, onRemoval }: CopyMenuProps) {
  const t = useTranslations("dataSets.actions")
  const { name, list, copy } = listed
  const rests = copy.state === "idle" && copy.isComplete
  return (
    <Menu>
      <MenuTrigger
        render={
          <IconButton size="sm" label={t("more", { name })}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      />
      <MenuContent align="end" className="w-56">
        <MenuItem onClick={onHistory}>
          <History aria-hidden="true" />
          {t("history")}
        </MenuItem>
        {rights.mayChange ? (
          <>
            <MenuItem
              disabled={!rests}
              onClick={() => change.mutate({ ...list, action: "recheck" })}
            >
              <ScanSearch aria-hidden="true" />
              {t("check")}
            </MenuItem>
            <MenuSeparator />
            <ScheduleChoices
              everyMinutes={copy.everyMinutes}
              onChoose={(everyMinutes) =>
                change.mutate({ ...list, action: "schedule", everyMinutes })
              }
            />
          </>
        ) : null}
        {rights.mayRemove ? (
          <>
            <MenuSeparator />
            <MenuItem onClick={onRemoval}>
              <Trash2 aria-hidden="true" />
              {t("remove")}
            </MenuItem>
          </>
        ) : null}
      </MenuContent>
    </Menu>
  )
}

interface ScheduleChoicesProps {
  readonly everyMinutes: number | null
  readonly onChoose: (minutes: number | null) => void
}

function ScheduleChoices({ everyMinutes, onChoose }: ScheduleChoicesProps) {
  const t = useTranslations("dataSets.schedule")
  const isOffered = schedules.some(({ minutes }) => minutes === everyMinutes)
  return (
    <MenuGroup>
      <MenuLabel>{t("title")}</MenuLabel>
      <MenuRadioGroup value={everyMinutes} onValueChange={onChoose}>
        {isOffered || everyMinutes === null ? null : (
          <MenuRadioItem value={everyMinutes}>
            {t("minutes", { count: everyMinutes })}
          </MenuRadioItem>
        )}
        {schedules.map(({ minutes, text }) => (
          <MenuRadioItem key={text} value={minutes}>
            {t(text)}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </MenuGroup>
  )
}
