import { Ellipsis, History, ScanSearch, Trash2 } from "lucide-react"
import { useTranslations } from "use-intl"
import type { SyncStatus } from "@/lib/client"
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
import type { CopyRights, ListedCopy } from "./listed-copy"
import type { SyncChange } from "./use-sync-change"

const hour = 60
const day = 24 * hour

/** How often a list may be synced by itself; null is never. */
const schedules = [
  { minutes: 15, text: "quarter" },
  { minutes: hour, text: "hour" },
  { minutes: day, text: "day" },
  { minutes: null, text: "never" },
] as const

export interface CopyMenuProps {
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
