"use client"

import { useQuery } from "@tanstack/react-query"
import { Download, Plus, Upload } from "lucide-react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import { Button, buttonVariants } from "../ui/button"
import { Card, CardHead } from "../ui/card"
import { EmptyState } from "../ui/empty-state"
import { SearchField } from "../ui/search-field"
import { type EntryKind, type KindNames, kindsWithin } from "./entry-kinds"
import { EntryList } from "./entry-list"
import { ImportDialog } from "./import-dialog"
import { NamesCsvDialog } from "./names-csv-dialog"
import {
  countShown,
  type EditableEntry,
  findEntries,
  workspaceExportUrl,
  workspaceOptions,
} from "./workspace"
import { useWorkspaceScreen, WorkspaceProvider } from "./workspace-context"

export interface WorkspaceCardProps {
  readonly kinds: readonly EntryKind[]
  readonly kindNames: KindNames
  readonly entries: readonly EditableEntry[]
}

/** Everything that the workspace names, to search, check and change. */
export function WorkspaceCard({ kinds, kindNames, entries }: WorkspaceCardProps) {
  const t = useTranslations("settings.workspace")
  const { data = [] } = useQuery({ ...workspaceOptions(), initialData: { entries } })
  const [text, setText] = useState("")
  const found = findEntries(data, text)
  const isSearching = text.trim() !== ""
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")} note={t("count", { count: countShown(data) })}>
        <WorkspaceTools text={text} onText={setText} kinds={kinds} kindNames={kindNames} />
      </CardHead>
      <WorkspaceProvider kinds={kinds} isSearching={isSearching}>
        {isSearching && found.length === 0 ? <EmptyState title={t("noMatches")} /> : null}
        {kindsWithin(kinds, undefined).map((kind) => (
          <KindSection
            key={kind.kind}
            kind={kind}
            entries={found.filter((entry) => entry.kind === kind.kind)}
          />
        ))}
      </WorkspaceProvider>
    </Card>
  )
}

interface ToolsProps extends Pick<WorkspaceCardProps, "kinds" | "kindNames"> {
  readonly text: string
  readonly onText: (text: string) => void
}

function WorkspaceTools({ text, onText, ...named }: ToolsProps) {
  const t = useTranslations("settings.workspace")
  const [opened, setOpened] = useState<"import" | "csv">()
  const close = () => setOpened(undefined)
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <SearchField label={t("search")} value={text} onChange={onText} className="w-full sm:w-52" />
      <Button size="sm" onClick={() => setOpened("csv")}>
        <Upload aria-hidden="true" />
        {t("csv")}
      </Button>
      <Button size="sm" onClick={() => setOpened("import")}>
        <Upload aria-hidden="true" />
        {t("import")}
      </Button>
      <a href={workspaceExportUrl} download className={buttonVariants({ size: "sm" })}>
        <Download aria-hidden="true" />
        {t("export")}
      </a>
      <ImportDialog open={opened === "import"} onClose={close} />
      <NamesCsvDialog {...named} open={opened === "csv"} onClose={close} />
    </div>
  )
}

interface KindSectionProps {
  readonly kind: EntryKind
  readonly entries: readonly EditableEntry[]
}

function KindSection({ kind, entries }: KindSectionProps) {
  const t = useTranslations("settings.workspace")
  const { isSearching, actions } = useWorkspaceScreen()
  if (isSearching && entries.length === 0) return null
  return (
    <section aria-label={kind.title} className="border-b last:border-b-0">
      <div className="flex min-h-10 items-center gap-2 bg-sunken px-4 py-1">
        <h3 className="font-medium text-ink-muted text-xs">{kind.title}</h3>
        <span className="text-ink-faint text-xs tabular">{entries.length}</span>
        <Button
          variant="ghost"
          size="sm"
          className="ml-auto"
          aria-label={t("addKind", { kind: kind.title })}
          onClick={() => actions.add(kind, undefined)}
        >
          <Plus aria-hidden="true" />
          {t("add")}
        </Button>
      </div>
      {entries.length === 0 ? (
        <p className="border-t px-4 py-3 text-ink-faint">{t("none")}</p>
      ) : (
        <EntryList entries={entries} />
      )}
    </section>
  )
}
