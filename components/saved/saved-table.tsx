"use client"

import { useQuery } from "@tanstack/react-query"
import { Bookmark, ChartLine, Pin, Sigma, Table2 } from "lucide-react"
import Link from "next/link"
import { type ReactNode, useMemo, useRef, useState } from "react"
import { useLocale, useTranslations } from "use-intl"
import {
  type AllViews,
  allViewsOptions,
  type ListedView,
  removeView,
  savedViewHref,
} from "@/lib/client"
import { Card, CardHead } from "../ui/card"
import { ChangeProblem } from "../ui/change-problem"
import { DateTime } from "../ui/date-time"
import { EmptyState } from "../ui/empty-state"
import { MoreRows } from "../ui/more-rows"
import { ReadProblem } from "../ui/read-problem"
import { SearchField } from "../ui/search-field"
import { SortHeaderCell, Table, TableCell, TableHead, TableHeaderCell, TableRow } from "../ui/table"
import { type SavedChange, SavedMenu } from "./saved-menu"
import {
  findSaved,
  type SavedColumn,
  type SavedRow,
  type SavedSort,
  type SavedTexts,
  type SavedTitles,
  savedRows,
  sortSaved,
} from "./saved-rows"
import { useRoleName } from "./use-role-name"
import { useViewChange } from "./use-view-change"
import { ViewNaming } from "./view-naming"
import { ViewRemoval } from "./view-removal"

const searchedFrom = 8
const pageSize = 100
const kindIcons = { report: Table2, summary: Sigma, dataSet: ChartLine } as const

interface SavedTableProps {
  /** The saved items as the server just read them; undefined if that failed. */
  readonly saved: AllViews | undefined
  readonly titles: SavedTitles
}

/**
 * Everything that the person saved or that was shared with them, with the actions allowed on each.
 */
export function SavedTable({ saved, titles }: SavedTableProps) {
  const t = useTranslations("views")
  const { data, error, refetch } = useQuery({
    ...allViewsOptions(),
    ...(saved && { initialData: saved }),
  })
  const rows = useMemo(() => savedRows(data?.views ?? [], titles), [data, titles])
  if (error && !data) return <ReadProblem error={error} onRetry={refetch} />
  return (
    <SavedCard rows={rows}>
      {rows.length === 0 ? (
        <EmptyState icon={Bookmark} title={t("nothing.title")}>
          {t("nothing.how")}
        </EmptyState>
      ) : null}
    </SavedCard>
  )
}

/** The open dialog of a row: rename or remove. */
interface SavedDialog {
  readonly kind: "name" | "remove"
  readonly of: ListedView
}

function useSavedTexts(): SavedTexts {
  const t = useTranslations("views.table")
  const roleName = useRoleName()
  return {
    roleName,
    ownerOf: ({ isMine, ownerName }) => (isMine ? t("me") : (ownerName ?? t("unknown"))),
  }
}

interface SavedCardProps {
  readonly rows: readonly SavedRow[]
  /** Shown if there are no rows. */
  readonly children: ReactNode
}

function SavedCard({ rows, children }: SavedCardProps) {
  const t = useTranslations("views.table")
  const common = useTranslations("common")
  const texts = useSavedTexts()
  const [sought, setSought] = useState("")
  const [dialog, setDialog] = useState<SavedDialog>()
  const [done, setDone] = useState<{
    readonly what: SavedChange | "removed" | "saved"
    name: string
  }>()
  const change = useViewChange()
  const hasRemoved = useRef(false)
  const card = useRef<HTMLDivElement>(null)
  const found = findSaved(rows, sought, texts)
  const shown = dialog && (rows.find(({ view }) => view.id === dialog.of.id)?.view ?? dialog.of)
  const isSearched = rows.length > searchedFrom || sought !== ""
  const send = (
    what: SavedChange | "removed",
    { name }: Pick<ListedView, "name">,
    work: () => Promise<unknown>,
  ) =>
    change.mutateAsync(work).then(
      () => {
        setDone({ what, name })
        return true
      },
      () => false,
    )
  const open = (kind: SavedDialog["kind"], of: ListedView) => {
    change.reset()
    setDone(undefined)
    hasRemoved.current = false
    setDialog({ kind, of })
  }
  const close = () => {
    change.reset()
    setDialog(undefined)
  }
  return (
    <div ref={card}>
      <Card>
        {isSearched ? (
          <CardHead title={t("count", { count: rows.length })}>
            <SearchField label={t("find")} value={sought} onChange={setSought} />
          </CardHead>
        ) : null}
        <div
          role="status"
          className="not-empty:border-b not-empty:bg-sunken not-empty:px-4 not-empty:py-2 text-ink-muted text-xs"
        >
          {done ? t("done", done) : null}
        </div>
        {change.error && !dialog ? (
          <div className="border-b px-4 py-2">
            <ChangeProblem error={change.error} keeps={false} />
          </div>
        ) : null}
        {children}
        {rows.length > 0 && found.length === 0 ? (
          <p className="p-4 text-ink-muted">{common("noMatches")}</p>
        ) : null}
        {found.length > 0 ? (
          <Rows
            rows={found}
            texts={texts}
            renderMenu={(view) => (
              <SavedMenu
                view={view}
                busy={change.isPending}
                onChange={(what, work) => void send(what, view, work)}
                onName={() => open("name", view)}
                onRemove={() => open("remove", view)}
              />
            )}
          />
        ) : null}
      </Card>
      <ViewNaming
        view={dialog?.kind === "name" ? shown : undefined}
        roles={dialog?.of.roles ?? []}
        pin={dialog?.of.mayPin ? t("pin") : undefined}
        onSaved={({ name }) => setDone({ what: "saved", name })}
        onClose={close}
      />
      <ViewRemoval
        view={dialog?.kind === "remove" ? shown : undefined}
        busy={change.isPending}
        error={change.error}
        onRemove={async (view) => {
          hasRemoved.current = await send("removed", view, () => removeView(view.id))
          return hasRemoved.current
        }}
        focusAfter={() => {
          const table = card.current?.querySelector("section[tabindex]")
          return hasRemoved.current && table instanceof HTMLElement ? table : true
        }}
        onClose={close}
      />
    </div>
  )
}

interface RowsProps {
  readonly rows: readonly SavedRow[]
  readonly texts: SavedTexts
  readonly renderMenu: (view: ListedView) => ReactNode
}

const byName: SavedSort = { column: "name", isDescending: false }

function Rows({ rows, texts, renderMenu }: RowsProps) {
  const t = useTranslations("views.table")
  const locale = useLocale()
  const [sort, setSort] = useState(byName)
  const [atMost, setAtMost] = useState(pageSize)
  const head = (column: SavedColumn) => (
    <SortHeaderCell
      sorted={sort.column === column ? (sort.isDescending ? "descending" : "ascending") : undefined}
      isText={column !== "changed"}
      onSort={(isDescending) => setSort({ column, isDescending })}
    >
      {t(column)}
    </SortHeaderCell>
  )
  const sorted = sortSaved(rows, sort, { ...texts, locale })
  return (
    <>
      <Table label={t("label")} className="cards">
        <TableHead>
          <TableRow>
            {head("name")}
            {head("of")}
            {head("owner")}
            {head("sharing")}
            {head("home")}
            {head("changed")}
            <TableHeaderCell>
              <span className="sr-only">{t("actions")}</span>
            </TableHeaderCell>
          </TableRow>
        </TableHead>
        <tbody>
          {sorted.slice(0, atMost).map((row) => (
            <SavedTableRow key={row.view.id} row={row} texts={texts}>
              {renderMenu(row.view)}
            </SavedTableRow>
          ))}
        </tbody>
      </Table>
      <MoreRows shown={atMost} count={rows.length} onMore={() => setAtMost(atMost + pageSize)} />
    </>
  )
}

interface SavedTableRowProps {
  readonly row: SavedRow
  readonly texts: SavedTexts
  readonly children: ReactNode
}

function SavedTableRow({ row: { view, kind, of }, texts, children }: SavedTableRowProps) {
  const t = useTranslations("views.table")
  const { name, role, onHome, changedAt } = view
  const Icon = kindIcons[kind]
  return (
    <TableRow>
      <TableHeaderCell scope="row" className="min-w-40 whitespace-normal pl-4 text-ink text-sm">
        <Link
          href={savedViewHref(view)}
          prefetch={false}
          className="break-words rounded-sm hover:text-accent-ink hover:underline"
        >
          {name}
        </Link>
      </TableHeaderCell>
      <TableCell data-label={t("of")}>
        <span className="flex items-center gap-2">
          <Icon className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
          <span>
            {of}
            <span className="block text-ink-faint text-xs">{t(`kinds.${kind}`)}</span>
          </span>
        </span>
      </TableCell>
      <TableCell data-label={t("owner")}>{texts.ownerOf(view)}</TableCell>
      <TableCell data-label={t("sharing")}>
        {role === null ? (
          <span className="text-ink-faint">{t("nobody")}</span>
        ) : (
          texts.roleName(role)
        )}
      </TableCell>
      <TableCell data-label={t("home")}>
        {onHome === "no" ? (
          <span className="text-ink-faint">{t("onHome.no")}</span>
        ) : (
          <span className="inline-flex items-center gap-1.5">
            <Pin className="size-3.5 shrink-0 text-ink-faint" aria-hidden="true" />
            {t(`onHome.${onHome}`)}
          </span>
        )}
      </TableCell>
      <TableCell data-label={t("changed")} className="tabular whitespace-nowrap text-right">
        <DateTime value={changedAt} />
      </TableCell>
      <TableCell className="card-corner w-0 pr-2 text-right">{children}</TableCell>
    </TableRow>
  )
}
