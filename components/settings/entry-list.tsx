import {
  ChevronRight,
  EllipsisVertical,
  EyeOff,
  Pencil,
  Plus,
  RotateCcw,
  ScanSearch,
  Trash2,
} from "lucide-react"
import { useMemo, useState } from "react"
import { useTranslations } from "use-intl"
import { Badge } from "../ui/badge"
import { Button } from "../ui/button"
import { cn } from "../ui/class-names"
import { IconButton } from "../ui/icon-button"
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../ui/menu"
import { MoreRows } from "../ui/more-rows"
import { ShortId } from "../ui/short-id"
import { CheckBadge, type CheckState } from "./check-badge"
import { type EntryKind, kindsWithin } from "./entry-kinds"
import { countShown, type EditableEntry } from "./workspace"
import { useWorkspaceScreen } from "./workspace-context"

interface EntryListProps {
  readonly entries: readonly EditableEntry[]
  /** The number of ancestors. */
  readonly depth?: number
}

const isAdded = ({ origin }: EditableEntry) => origin === "added"

/** This many entries are shown at first. */
const atOnce = 50

/** Entries of the workspace with their children; those added here come first. */
export function EntryList({ entries: all, depth = 0 }: EntryListProps) {
  const [shown, setShown] = useState(atOnce)
  const entries = useMemo(
    () => all.toSorted((one, other) => Number(isAdded(other)) - Number(isAdded(one))),
    [all],
  )
  return (
    <>
      <ul>
        {entries.slice(0, shown).map((entry) => (
          <EntryRow key={entry.place} entry={entry} depth={depth} />
        ))}
      </ul>
      <MoreRows shown={shown} count={entries.length} onMore={() => setShown(shown + atOnce)} />
    </>
  )
}

interface EntryRowProps {
  readonly entry: EditableEntry
  readonly depth: number
}

function EntryRow({ entry, depth }: EntryRowProps) {
  const { kinds, isSearching, checks, actions } = useWorkspaceScreen()
  const [open, setOpen] = useState(false)
  const isOpen = isSearching || open
  const holds = entry.children.length > 0
  const kind = depth === 0 ? undefined : kinds.find((each) => each.kind === entry.kind)
  return (
    <li>
      <div
        className="flex min-h-10 items-center gap-x-2 border-t py-1 pr-2 transition-colors hover:bg-hover"
        style={{ paddingLeft: `${0.5 + depth * 1.5}rem` }}
      >
        <Disclosure entry={entry} open={isOpen} onToggle={() => setOpen(!isOpen)} />
        <EntryName entry={entry} kind={kind} check={checks.get(entry.place)} />
        <span className="ml-auto flex shrink-0 items-center gap-2">
          {entry.origin === "hidden" ? (
            <RestoreButton onClick={() => actions.restore(entry)} />
          ) : (
            <>
              <ShortId id={entry.id} className="hidden text-ink-faint sm:inline-flex" />
              <EntryMenu entry={entry} />
            </>
          )}
        </span>
      </div>
      {holds && isOpen ? <EntryList entries={entry.children} depth={depth + 1} /> : null}
    </li>
  )
}

function EntryMenu({ entry }: { entry: EditableEntry }) {
  const t = useTranslations("settings.workspace")
  const { kinds, actions } = useWorkspaceScreen()
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
        {kindsWithin(kinds, entry.kind).map((kind) => (
          <MenuItem key={kind.kind} onClick={() => actions.add(kind, entry)}>
            <Plus aria-hidden="true" />
            {t("addKind", { kind: kind.title })}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onClick={() => actions.remove(entry)}>
          {isAdded(entry) ? <Trash2 aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
          {isAdded(entry) ? t("remove") : t("hide")}
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}

interface DisclosureProps {
  readonly entry: EditableEntry
  readonly open: boolean
  readonly onToggle: () => void
}

function Disclosure({ entry: { name, children }, open, onToggle }: DisclosureProps) {
  const t = useTranslations("settings.workspace")
  if (children.length === 0) return <span className="size-6 shrink-0" aria-hidden="true" />
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-label={open ? t("collapse", { name }) : t("expand", { name })}
      onClick={onToggle}
      className="grid size-6 shrink-0 place-items-center rounded-sm text-ink-faint hover:bg-pressed hover:text-ink"
    >
      <ChevronRight
        className={cn("size-4 transition-transform", open && "rotate-90")}
        aria-hidden="true"
      />
    </button>
  )
}

interface EntryNameProps {
  readonly entry: EditableEntry
  /** Shown if the list alone does not make it clear. */
  readonly kind: EntryKind | undefined
  readonly check: CheckState | undefined
}

function EntryName({ entry, kind, check }: EntryNameProps) {
  const t = useTranslations("settings")
  const { name, unit, origin, children } = entry
  const count = countShown(children)
  const notes = [
    ...(kind ? [kind.title] : []),
    ...(unit ? [t("workspace.unit", { unit })] : []),
    ...(count > 0 ? [t("workspace.holds", { count })] : []),
  ]
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      <span
        className={cn("min-w-0 break-words", origin === "hidden" && "text-ink-faint line-through")}
      >
        {name}
      </span>
      {notes.length > 0 ? (
        <span className="text-ink-faint text-xs">{notes.join(" · ")}</span>
      ) : null}
      {origin === "file" ? null : (
        <Badge tone={origin === "hidden" ? "outline" : "accent"}>{t(`origin.${origin}`)}</Badge>
      )}
      <span aria-live="polite" className="inline-flex">
        <CheckBadge state={check} />
      </span>
    </span>
  )
}

function RestoreButton({ onClick }: { onClick: () => void }) {
  const t = useTranslations("settings.workspace")
  return (
    <Button size="sm" onClick={onClick}>
      {t("restore")}
    </Button>
  )
}
