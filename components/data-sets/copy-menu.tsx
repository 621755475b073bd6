import { Ellipsis, History, ScanSearch, Trash2 } from "lucide-react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import type { SyncStatus } from "@/lib/client"
import { ConfirmRemoval } from "../ui/confirm-removal"
import { ControlledDialog } from "../ui/dialog"
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
import { CopyHistory } from "./copy-history"
import { type CopyRights, type ListedCopy, type SyncChange, useSyncChange } from "./listed-copy"

const hour = 60
const day = 24 * hour

/** Intervals for automatic syncs; null means never. */
const schedules = [
  { minutes: 15, text: "quarter" },
  { minutes: hour, text: "hour" },
  { minutes: day, text: "day" },
  { minutes: null, text: "never" },
] as const

interface CopyChangesProps {
  readonly listed: ListedCopy & { readonly copy: SyncStatus }
  readonly change: SyncChange
}

interface CopyMenuProps extends CopyChangesProps {
  readonly rights: CopyRights
}

export function CopyMenu({ listed, rights, change }: CopyMenuProps) {
  const t = useTranslations("dataSets.actions")
  const [shown, setShown] = useState<"history" | "removal">()
  const close = () => setShown(undefined)
  return (
    <>
      <Menu>
        <MenuTrigger
          render={
            <IconButton size="sm" label={t("more", { name: listed.name })}>
              <Ellipsis aria-hidden="true" />
            </IconButton>
          }
        />
        <MenuContent align="end" className="w-56">
          <MenuItem onClick={() => setShown("history")}>
            <History aria-hidden="true" />
            {t("history")}
          </MenuItem>
          {rights.mayChange ? <CopyChanges listed={listed} change={change} /> : null}
          {rights.mayRemove ? (
            <>
              <MenuSeparator />
              <MenuItem onClick={() => setShown("removal")}>
                <Trash2 aria-hidden="true" />
                {t("remove")}
              </MenuItem>
            </>
          ) : null}
        </MenuContent>
      </Menu>
      <CopyHistory listed={listed} isOpen={shown === "history"} onClose={close} />
      <CopyRemoval listed={listed} isOpen={shown === "removal"} onClose={close} />
    </>
  )
}

function CopyChanges({ listed: { list, copy }, change }: CopyChangesProps) {
  const t = useTranslations("dataSets.actions")
  const rests = copy.state === "idle" && copy.isComplete
  return (
    <>
      <MenuItem disabled={!rests} onClick={() => change.mutate({ ...list, action: "recheck" })}>
        <ScanSearch aria-hidden="true" />
        {t("check")}
      </MenuItem>
      {copy.isAutomatic ? null : (
        <>
          <MenuSeparator />
          <ScheduleChoices
            everyMinutes={copy.everyMinutes}
            onChoose={(everyMinutes) =>
              change.mutate({ ...list, action: "schedule", everyMinutes })
            }
          />
        </>
      )}
    </>
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

interface CopyRemovalProps {
  readonly listed: ListedCopy
  readonly isOpen: boolean
  readonly onClose: () => void
}

function CopyRemoval({ listed, isOpen, onClose }: CopyRemovalProps) {
  const t = useTranslations("dataSets.removal")
  const change = useSyncChange()
  const { name, list, copy } = listed
  return (
    <ControlledDialog isOpen={isOpen} onClose={onClose}>
      <ConfirmRemoval
        title={t("title", { name })}
        action={t("action")}
        busy={change.isPending}
        error={change.error}
        onRemove={() => change.mutate({ ...list, action: "remove" }, { onSuccess: onClose })}
      >
        {t("detail", { count: copy?.rows ?? 0 })}
        {copy?.isAutomatic ? ` ${t("automatic")}` : ""}
      </ConfirmRemoval>
    </ControlledDialog>
  )
}
