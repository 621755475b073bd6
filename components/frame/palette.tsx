"use client"

import { Dialog as Base } from "@base-ui/react/dialog"
import { Command } from "cmdk"
import { Search } from "lucide-react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import { Kbd } from "../ui/kbd"
import { MoreOptions } from "../ui/more-options"
import { Dialog, DialogBackdrop } from "../ui/parts/dialog"
import type { PaletteEntry } from "./palette-entry"
import { PaletteItem } from "./palette-item"
import { usePaletteAction } from "./use-palette-action"
import { type PaletteParts, usePaletteEntries } from "./use-palette-entries"

export interface PaletteProps extends PaletteParts {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Jumps to anything by typing a part of its name or its id, and does what can be done from anywhere. */
export function Palette({ open, onOpenChange, ...parts }: PaletteProps) {
  const t = useTranslations("frame.palette")
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <DialogBackdrop />
        <Base.Popup
          aria-label={t("label")}
          className="popup-motion fixed top-[12dvh] left-1/2 z-50 flex max-h-[76dvh] w-160 max-w-[calc(100vw-1.5rem)] -translate-x-1/2 flex-col overflow-hidden rounded-xl bg-raised shadow-popup outline-none max-sm:top-3 max-sm:max-h-[calc(100dvh-1.5rem)]"
        >
          <PaletteSearch parts={parts} onDone={() => onOpenChange(false)} />
        </Base.Popup>
      </Base.Portal>
    </Dialog>
  )
}

function PaletteSearch({ parts, onDone }: { parts: PaletteParts; onDone: () => void }) {
  const t = useTranslations("frame.palette")
  const [typed, setTyped] = useState("")
  const [moved, setMoved] = useState<{ readonly typed: string; readonly key: string }>()
  const [copied, setCopied] = useState<string>()
  const { groups, more } = usePaletteEntries(parts, typed)
  const run = usePaletteAction()
  const first = groups[0]?.entries[0]?.key ?? ""
  const isThere = groups.some(({ entries }) => entries.some(({ key }) => key === moved?.key))
  // Whatever is typed, the nearest entry is next; entries that come late take nobody back to it.
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
