"use client"

import { Dialog as Base } from "@base-ui/react/dialog"
import { Command } from "cmdk"
import {
  Bookmark,
  Check,
  CornerDownRight,
  FileText,
  History,
  type LucideIcon,
  MapPin,
  Network,
  Search,
  UserRound,
  Zap,
} from "lucide-react"
import { useRouter } from "next/navigation"
import { useTheme } from "next-themes"
import { useState } from "react"
import { useTranslations } from "use-intl"
import { localeCookie } from "@/lib/client/messages"
import { DialogBackdrop } from "../ui/dialog"
import { Kbd } from "../ui/kbd"
import { leavePage, leaveToSignOut } from "../ui/leave-guard"
import { MoreOptions } from "../ui/more-options"
import { usePersonId } from "../ui/person-id"
import { leave } from "./end-sessions"
import { areaIcons } from "./frame-pages"
import type { PaletteEntry, PaletteGroup } from "./rank-entries"
import { useChoice } from "./use-choice"
import { usePaletteEntries } from "./use-palette-entries"

const icons = {
  open: CornerDownRight,
  recent: History,
  pages: FileText,
  views: Bookmark,
  places: MapPin,
  departments: Network,
  people: UserRound,
  actions: Zap,
} as const satisfies Record<PaletteGroup, LucideIcon>

interface PaletteItemProps {
  readonly entry: PaletteEntry
  /** The action is done, and the palette stays open. */
  readonly isDone: boolean
  readonly onChoose: (entry: PaletteEntry) => void
}

function PaletteItem({ entry, isDone, onChoose }: PaletteItemProps) {
  const t = useTranslations("frame.palette")
  const Icon = isDone ? Check : entry.area ? areaIcons[entry.area] : icons[entry.group]
  return (
    <Command.Item
      value={entry.key}
      onSelect={() => onChoose(entry)}
      className="flex min-h-9 cursor-default select-none items-center gap-3 rounded-md px-2 py-1.5 data-[selected=true]:bg-hover"
    >
      <Icon className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
      <span className="min-w-0 shrink">{isDone ? t("copied") : entry.name}</span>
      {entry.note ? (
        <span className="ml-auto min-w-0 max-w-[55%] shrink-2 text-right text-ink-faint text-xs">
          {entry.note}
        </span>
      ) : null}
    </Command.Item>
  )
}

/** Runs an entry's action; returns true if the palette can close. */
function usePaletteAction(): (does: PaletteEntry["does"]) => boolean {
  const router = useRouter()
  const { setTheme } = useTheme()
  const person = usePersonId()
  const chooseLocale = useChoice(localeCookie)
  return (does) => {
    if ("href" in does) leavePage(() => router.push(does.href))
    else if (does.do === "theme") setTheme(does.theme)
    else if (does.do === "language") chooseLocale(does.locale)
    else if (does.do === "signOut") leaveToSignOut(() => void leave(person))
    else {
      void navigator.clipboard.writeText(window.location.href)
      return false
    }
    return true
  }
}

interface PaletteProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Finds anything by part of its name or id, and runs global actions. */
export function Palette({ open, onOpenChange }: PaletteProps) {
  const t = useTranslations("frame.palette")
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <DialogBackdrop />
        <Base.Popup
          aria-label={t("label")}
          className="popup-motion fixed top-[12dvh] left-1/2 z-50 flex max-h-[76dvh] w-160 max-w-[calc(100vw-1.5rem)] -translate-x-1/2 flex-col overflow-hidden rounded-xl bg-raised shadow-popup outline-none max-sm:top-3 max-sm:max-h-[calc(100dvh-1.5rem)]"
        >
          <PaletteSearch onDone={() => onOpenChange(false)} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function PaletteSearch({ onDone }: { onDone: () => void }) {
  const t = useTranslations("frame.palette")
  const [typed, setTyped] = useState("")
  const [moved, setMoved] = useState<{ readonly typed: string; readonly key: string }>()
  const [copied, setCopied] = useState<string>()
  const { groups, more } = usePaletteEntries(typed)
  const run = usePaletteAction()
  const first = groups[0]?.entries[0]?.key ?? ""
  const isThere = groups.some(({ entries }) => entries.some(({ key }) => key === moved?.key))
  // Typing always selects the best match; entries that load late do not reset a manual selection.
  const active = moved?.typed === typed && isThere ? moved.key : first
  const choose = ({ key, does }: PaletteEntry) => {
    if (run(does)) onDone()
    else setCopied(key)
  }
  return (
    <Command
      label={t("label")}
      shouldFilter={false}
      value={active}
      onValueChange={(key) => setMoved(key === first ? undefined : { typed, key })}
      loop
      className="flex min-h-0 flex-col"
    >
      <div className="flex items-center gap-3 border-b px-4">
        <Search className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
        <Command.Input
          autoFocus
          value={typed}
          onValueChange={setTyped}
          placeholder={t("placeholder")}
          className="h-12 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-ink-faint"
        />
        <Kbd className="max-sm:hidden">Esc</Kbd>
      </div>
      <Command.List className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain px-2 pb-2">
        <Command.Empty className="px-3 py-10 text-center text-ink-muted">
          <p className="font-medium text-ink">{t("nothing")}</p>
          <p className="mt-1">{t("nothingNote")}</p>
        </Command.Empty>
        {groups.map(({ group, entries }) => (
          <Command.Group
            key={group}
            heading={t(`groups.${group}`)}
            className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-faint [&_[cmdk-group-heading]]:text-xs"
          >
            {entries.map((entry) => (
              <PaletteItem
                key={entry.key}
                entry={entry}
                isDone={copied === entry.key}
                onChoose={choose}
              />
            ))}
          </Command.Group>
        ))}
      </Command.List>
      <MoreOptions count={more} />
      <p role="status" className="sr-only">
        {copied === undefined ? "" : t("copied")}
      </p>
      <PaletteKeys />
    </Command>
  )
}

function PaletteKeys() {
  const t = useTranslations("frame.palette")
  return (
    <p className="flex items-center gap-4 border-t bg-sunken px-4 py-2 text-ink-muted text-xs max-sm:hidden">
      <span className="flex items-center gap-1.5">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd>
        {t("keys.move")}
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>↵</Kbd>
        {t("keys.choose")}
      </span>
      <span className="ml-auto">{t("hint")}</span>
    </p>
  )
}
