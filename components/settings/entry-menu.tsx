import { EllipsisVertical, EyeOff, Pencil, Plus, RotateCcw, ScanSearch, Trash2 } from "lucide-react"
import { useTranslations } from "use-intl"
import { IconButton } from "../ui/icon-button"
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../ui/menu"
import type { EntryKind } from "./entry-kinds"
import type { EditableEntry } from "./workspace"

/** What a person can do with an entry. */
export interface EntryActions {
  readonly check: (entry: EditableEntry) => void
  readonly add: (kind: EntryKind, parent: EditableEntry | undefined) => void
  readonly rename: (entry: EditableEntry) => void
  readonly remove: (entry: EditableEntry) => void
  readonly restore: (entry: EditableEntry) => void
}

export interface EntryMenuProps {
  readonly entry: EditableEntry
  /** What it can hold. */
  readonly within: readonly EntryKind[]
  readonly actions: EntryActions
}

/** The actions of one entry. */
export function EntryMenu({ entry, within, actions }: EntryMenuProps) {
  const t = useTranslations("settings.workspace")
  const isAdded = entry.origin === "added"
  return (
    <Menu>
      <MenuTrigger
        render={
          <IconButton label={t("actions", { name: entry.name })} size="sm">
            <EllipsisVertical aria-hidden="true" />
          </IconButton>
        }
      />
      <MenuContent align="end">
        <MenuItem onClick={() => actions.check(entry)}>
          <ScanSearch aria-hidden="true" />
          {t("check")}
        </MenuItem>
        <MenuItem onClick={() => actions.rename(entry)}>
          <Pencil aria-hidden="true" />
          {t("rename")}
        </MenuItem>
        {entry.origin === "renamed" ? (
          <MenuItem onClick={() => actions.restore(entry)}>
            <RotateCcw aria-hidden="true" />
            {t("restoreName")}
          </MenuItem>
        ) : null}
        {within.map((kind) => (
          <MenuItem key={kind.kind} onClick={() => actions.add(kind, entry)}>
            <Plus aria-hidden="true" />
            {t("addKind", { kind: kind.title })}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onClick={() => actions.remove(entry)}>
          {isAdded ? <Trash2 aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
          {isAdded ? t("remove") : t("hide")}
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}
