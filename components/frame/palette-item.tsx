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
  Zap,
} from "lucide-react"
import { useTranslations } from "use-intl"
import { areaIcons } from "./area-icons"
import type { PaletteEntry, PaletteGroup } from "./palette-entry"

const icons = {
  open: CornerDownRight,
  recent: History,
  pages: FileText,
  views: Bookmark,
  places: MapPin,
  departments: Network,
  actions: Zap,
} as const satisfies Record<PaletteGroup, LucideIcon>

export interface PaletteItemProps {
  readonly entry: PaletteEntry
  /** It was done, and the palette stays. */
  readonly isDone: boolean
  readonly onChoose: (entry: PaletteEntry) => void
}

/** One line of the palette: what it is, and where. */
export function PaletteItem({ entry, isDone, onChoose }: PaletteItemProps) {
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
