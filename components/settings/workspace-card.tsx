"use client"

import { useQuery } from "@tanstack/react-query"
import { Download, Plus, Upload } from "lucide-react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import { apiKey } from "@/lib/client"
import { Button, buttonVariants } from "../ui/button"
import { Card, CardHead } from "../ui/card"
import { ChangeProblem } from "../ui/change-problem"
import { ConfirmRemoval } from "../ui/confirm-removal"
import { ControlledDialog } from "../ui/dialog"
import { EmptyState } from "../ui/empty-state"
import { SearchField } from "../ui/search-field"
import type { CheckState } from "./check-badge"
import { EntryDialog, type EntryForm } from "./entry-dialog"
import { type EntryKind, kindsWithin } from "./entry-kinds"
import { EntryList, type EntryListProps } from "./entry-list"
import type { EntryActions } from "./entry-menu"
import { ImportDialog } from "./import-dialog"
import { useChange } from "./use-change"
import {
  checkOnPlatform,
  countShown,
  type EditableEntry,
  findEntries,
  removeEntry,
  restoreEntry,
  workspaceExportUrl,
  workspaceOptions,
} from "./workspace"

export interface EntryRemovalProps {
  /** Undefined while it is closed. */
  readonly entry: EditableEntry | undefined
  readonly onClose: () => void
}

const remove = ({ place }: EditableEntry) => removeEntry(place)

/** Asks before an entry is hidden or removed with all that it holds. */
export function EntryRemoval({ entry, onClose }: EntryRemovalProps) {
  return (
    <ControlledDialog isOpen={entry !== undefined} onClose={onClose}>
      {entry ? <ConfirmEntryRemoval entry={entry} onClose={onClose} /> : null}
    </ControlledDialog>
  )
}

function ConfirmEntryRemoval({ entry, onClose }: { entry: EditableEntry; onClose: () => void }) {
  const t = useTranslations("settings")
  const { run, busy, problem } = useChange(remove, apiKey("/api/workspace"))
  const isAdded = entry.origin === "added"
  const { name } = entry
  const count = countShown(entry.children)
  const goOn = async () => {
    if (await run(entry)) onClose()
  }
  return (
    <ConfirmRemoval
      title={isAdded ? t("removal.removeTitle", { name }) : t("removal.hideTitle", { name })}
      action={isAdded ? t("workspace.remove") : t("workspace.hide")}
      busy={busy}
      error={problem}
      onRemove={goOn}
    >
      {isAdded ? t("removal.removeDetail", { count }) : t("removal.hideDetail", { count })}
    </ConfirmRemoval>
  )
}

const restore = ({ place }: EditableEntry) => restoreEntry(place)

/** What the checks of this visit have found, by path. */
function useChecks() {
  const [checks, setChecks] = useState<ReadonlyMap<string, CheckState>>(new Map())
  const note = (place: string, state: CheckState) =>
    setChecks((before) => new Map(before).set(place, state))
  const check = ({ place }: EditableEntry) => {
    note(place, "running")
    checkOnPlatform(place).then(
      (told) => note(place, told),
      () => note(place, "failed"),
    )
  }
  return { checks, check }
}

/** Which dialog is open over the workspace, and what the menus of its entries do. */
function useWorkspace(kinds: readonly EntryKind[]) {
  const { checks, check } = useChecks()
  const [form, setForm] = useState<EntryForm>()
  const [removing, setRemoving] = useState<EditableEntry>()
  const { run, problem, reset } = useChange(restore, apiKey("/api/workspace"))
  const openForm = (next: EntryForm) => {
    reset()
    setForm(next)
  }
  const actions: EntryActions = {
    check,
    add: (kind, parent) => openForm({ kind, parent }),
    rename: (entry) => {
      const kind = kinds.find((each) => each.kind === entry.kind)
      if (kind) openForm({ kind, entry })
    },
    remove: (entry) => {
      reset()
      setRemoving(entry)
    },
    restore: run,
  }
  const close = () => {
    setForm(undefined)
    setRemoving(undefined)
  }
  return { checks, actions, problem, form, removing, close }
}

export interface WorkspaceCardProps {
  readonly kinds: readonly EntryKind[]
  readonly entries: readonly EditableEntry[]
}

/** All that the workspace names, to be searched, checked and changed. */
export function WorkspaceCard({ kinds, entries }: WorkspaceCardProps) {
  const t = useTranslations("settings.workspace")
  const { data = [] } = useQuery({ ...workspaceOptions(), initialData: { entries } })
  const [words, setWords] = useState("")
  const { checks, actions, problem, form, removing, close } = useWorkspace(kinds)
  const found = findEntries(data, words)
  const searching = words.trim() !== ""
  const shared = { kinds, actions, checks, allOpen: searching }
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")} note={t("count", { count: countShown(data) })}>
        <WorkspaceTools words={words} onWords={setWords} />
      </CardHead>
      {problem ? (
        <div className="border-t px-4 py-2">
          <ChangeProblem error={problem} />
        </div>
      ) : null}
      {searching && found.length === 0 ? <EmptyState title={t("noMatches")} /> : null}
      {kindsWithin(kinds, undefined).map((kind) => (
        <KindSection
          key={kind.kind}
          kind={kind}
          searching={searching}
          {...shared}
          entries={found.filter((entry) => entry.kind === kind.kind)}
        />
      ))}
      <EntryDialog form={form} onClose={close} />
      <EntryRemoval entry={removing} onClose={close} />
    </Card>
  )
}

interface ToolsProps {
  readonly words: string
  readonly onWords: (words: string) => void
}

function WorkspaceTools({ words, onWords }: ToolsProps) {
  const t = useTranslations("settings.workspace")
  const [importing, setImporting] = useState(false)
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <SearchField
        label={t("search")}
        value={words}
        onChange={onWords}
        className="w-full sm:w-52"
      />
      <Button size="sm" onClick={() => setImporting(true)}>
        <Upload aria-hidden="true" />
        {t("import")}
      </Button>
      <a href={workspaceExportUrl} download className={buttonVariants({ size: "sm" })}>
        <Download aria-hidden="true" />
        {t("export")}
      </a>
      <ImportDialog open={importing} onClose={() => setImporting(false)} />
    </div>
  )
}

interface KindSectionProps extends EntryListProps {
  readonly kind: EntryKind
  readonly searching: boolean
}

function KindSection({ kind, searching, ...list }: KindSectionProps) {
  const t = useTranslations("settings.workspace")
  if (searching && list.entries.length === 0) return null
  return (
    <section aria-label={kind.title} className="border-b last:border-b-0">
      <div className="flex min-h-10 items-center gap-2 bg-sunken px-4 py-1">
        <h3 className="font-medium text-ink-muted text-xs">{kind.title}</h3>
        <span className="text-ink-faint text-xs tabular">{list.entries.length}</span>
        <Button
          variant="ghost"
          size="sm"
          className="ml-auto"
          aria-label={t("addKind", { kind: kind.title })}
          onClick={() => list.actions.add(kind, undefined)}
        >
          <Plus aria-hidden="true" />
          {t("add")}
        </Button>
      </div>
      {list.entries.length === 0 ? (
        <p className="border-t px-4 py-3 text-ink-faint">{t("none")}</p>
      ) : (
        <EntryList {...list} />
      )}
    </section>
  )
}
