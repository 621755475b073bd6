"use client"

import { useQuery } from "@tanstack/react-query"
import { CircleAlert, LoaderCircle, PencilLine, RefreshCw, X } from "lucide-react"
import Link from "next/link"
import { type RefObject, useRef } from "react"
import { useTranslations } from "use-intl"
import { type ApiProblem, departmentTreeOptions, type TreeEntry, toProblem } from "@/lib/client"
import { useProblemText } from "../../edits/notices"
import { Button, buttonVariants } from "../../ui/button"
import { cn } from "../../ui/class-names"
import { IconButton } from "../../ui/icon-button"
import { Skeleton } from "../../ui/skeleton"
import { UnreadParts } from "../../ui/unread-parts"
import { UpdatedAt } from "../../ui/updated-at"
import type { MisplacedGroup, Tree } from "./arrange-tree"
import { PathBar } from "./path-bar"
import { PrintedTree } from "./printed-tree"
import { TreeGrid } from "./tree-grid"
import type { TreeRow } from "./tree-rows"
import { NoDepartments, NoMatch, TreeProblem, TreeWaits, useRowHeight } from "./tree-states"
import { TreeTools } from "./tree-tools"
import { useTreePosition } from "./use-tree-position"
import { type TreeSelection, useTreeSelection } from "./use-tree-selection"
import { type TreeState, useTreeState } from "./use-tree-state"
import { ImportLink, ViewSwitch } from "./view-switch"

interface MisplacedNoticeProps {
  readonly tree: Tree
  /** Scrolls to the first heading of these groups. */
  readonly onShow: (group: MisplacedGroup) => void
}

/** Reports departments without a valid parent, which are easy to overlook. */
function MisplacedNotice({ tree, onShow }: MisplacedNoticeProps) {
  const t = useTranslations("departments.tree")
  const { orphans, circles } = tree.groups
  const count = circles.end - orphans.start
  if (count === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md border bg-caution-soft px-3 py-1 text-caution-ink text-xs print:hidden">
      <CircleAlert className="size-3.5 shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1">{t("misplaced", { count })}</span>
      <Button
        variant="ghost"
        size="sm"
        className="text-caution-ink"
        onClick={() => onShow(orphans.end > orphans.start ? "orphans" : "circles")}
      >
        {t("showMisplaced")}
      </Button>
    </div>
  )
}

interface SelectionBarProps {
  readonly rows: readonly TreeRow[]
  readonly selection: TreeSelection
}

/** The number of selected departments, and the actions on them. */
function SelectionBar({ rows, selection }: SelectionBarProps) {
  const t = useTranslations("departments.tree.select")
  const { selected } = selection
  const shown = rows.filter(({ key }) => selected.has(key)).length
  const notShown = selected.size - shown
  const text = selected.size === 0 ? "" : t("count", { count: selected.size })
  return (
    <section aria-label={t("label")} className="contents">
      <p role="status" className="sr-only">
        {text}
      </p>
      {text === "" ? null : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line-strong bg-raised px-3 py-2 shadow-popup print:hidden">
          <span aria-hidden="true" className="font-medium tabular">
            {text}
          </span>
          {notShown > 0 ? (
            <span className="text-ink-muted text-xs">{t("notShown", { count: notShown })}</span>
          ) : null}
          <div className="ml-auto flex items-center gap-2">
            <Button variant="ghost" onClick={selection.clear}>
              <X aria-hidden="true" />
              {t("clear")}
            </Button>
            <Link href="/organisation/bulk" className={buttonVariants({ variant: "primary" })}>
              <PencilLine aria-hidden="true" />
              {t("edit")}
            </Link>
          </div>
        </div>
      )}
    </section>
  )
}

interface TreeFootProps {
  readonly count: number
  /** True while the list is read for the first time. */
  readonly isBeingRead: boolean
  readonly problem: ApiProblem | undefined
}

/** The number of departments, and whether the list is complete. */
function TreeFoot({ count, isBeingRead, problem }: TreeFootProps) {
  const t = useTranslations("departments.tree")
  const textOf = useProblemText()
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-t bg-sunken px-3 py-1 text-ink-muted text-xs tabular">
      <span role="status">
        {t("count", { count })}
        {isBeingRead ? ` · ${t("first.title")}` : null}
      </span>
      {isBeingRead ? (
        <LoaderCircle className="size-3.5 animate-spin text-ink-faint" aria-hidden="true" />
      ) : null}
      {problem ? (
        <span role="alert" className="text-critical-ink">
          {textOf(problem).title}
        </span>
      ) : null}
    </div>
  )
}

interface TreePageHeadProps {
  /** ISO time of the data; null before the first complete read. */
  readonly asOf: string | null
  /** True while the departments and their age are loading. */
  readonly isWaiting: boolean
  readonly isRefreshing: boolean
  readonly onRefresh: () => void
}

/** The page title, its other view, and the age of the data. */
function TreePageHead(props: TreePageHeadProps) {
  const { asOf, isWaiting, isRefreshing, onRefresh } = props
  const t = useTranslations("departments.tree")
  return (
    <header className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 print:hidden">
      <h1 className="font-semibold text-lg tracking-tight">{t("title")}</h1>
      <ViewSwitch view="tree" />
      <div className="flex items-center gap-1 sm:ml-auto">
        {isWaiting ? <Skeleton className="h-2.5 w-44" /> : null}
        {asOf === null ? null : (
          <p className="text-ink-muted text-xs tabular">
            <UpdatedAt value={asOf} />
          </p>
        )}
        <IconButton label={t("refresh")} size="sm" onClick={onRefresh} aria-disabled={isRefreshing}>
          <RefreshCw className={cn(isRefreshing && "animate-spin")} aria-hidden="true" />
        </IconButton>
      </div>
    </header>
  )
}

interface DepartmentTreeProps {
  /** True if the person may change departments. */
  readonly mayEdit: boolean
}

const none: readonly TreeEntry[] = []

export function DepartmentTreeView({ mayEdit }: DepartmentTreeProps) {
  const { data, error, isFetching, refetch } = useQuery(departmentTreeOptions())
  const state = useTreeState(data?.departments ?? none)
  const selection = useTreeSelection(state)
  const asOf = data?.asOf ?? null
  const frame = useRef<HTMLDivElement>(null)
  const tools = useRef<HTMLDivElement>(null)
  const isEmpty = state.tree.nodes.length === 0
  const isWaiting = isEmpty && asOf === null && !error
  return (
    <div className="page-fill flex flex-col gap-3 p-4 lg:px-6 print:block print:p-0">
      <PrintedTree rows={state.rows} asOf={asOf} find={state.text} />
      <TreePageHead
        asOf={asOf}
        isWaiting={isWaiting && data === undefined}
        isRefreshing={isFetching}
        onRefresh={() => void refetch()}
      />
      <UnreadParts parts={state.unread} />
      {isEmpty && !isWaiting ? null : (
        <div ref={tools}>
          <TreeTools state={state} onLeaveFind={() => frame.current?.focus()}>
            {mayEdit ? <ImportLink /> : null}
          </TreeTools>
        </div>
      )}
      {isWaiting ? (
        <TreeWaits
          selection={mayEdit ? selection : undefined}
          isFirstReading={data !== undefined}
        />
      ) : isEmpty ? (
        <section className="grid min-h-72 flex-1 place-items-center rounded-lg border bg-surface print:hidden">
          {error ? (
            <TreeProblem problem={toProblem(error)} onRetry={() => void refetch()} />
          ) : (
            <NoDepartments />
          )}
        </section>
      ) : (
        <TreeWithRows
          state={state}
          frame={frame}
          selection={mayEdit ? selection : undefined}
          isBeingRead={asOf === null}
          problem={error ? toProblem(error) : undefined}
          onFind={() => tools.current?.querySelector("input")?.focus()}
        />
      )}
    </div>
  )
}

interface TreeWithRowsProps {
  readonly state: TreeState
  readonly frame: RefObject<HTMLDivElement | null>
  /** Undefined for people who cannot change departments. */
  readonly selection: TreeSelection | undefined
  /** True while the list is read for the first time. */
  readonly isBeingRead: boolean
  readonly problem: ReturnType<typeof toProblem> | undefined
  readonly onFind: () => void
}

function TreeWithRows(props: TreeWithRowsProps) {
  const { state, frame, selection, isBeingRead, problem, onFind } = props
  const rowHeight = useRowHeight()
  const position = useTreePosition(state, frame, rowHeight)
  const { tree, rows, found } = state
  return (
    <>
      {isBeingRead ? null : <MisplacedNotice tree={tree} onShow={position.goToHeading} />}
      <section className="relative flex min-h-72 flex-1 flex-col overflow-hidden rounded-lg border bg-surface print:hidden">
        <PathBar state={state} position={position} selection={selection} />
        {found && rows.length === 0 ? <NoMatch onClear={() => state.setFind("")} /> : null}
        <TreeGrid
          state={state}
          position={position}
          frame={frame}
          rowHeight={rowHeight}
          selection={selection}
          onFind={onFind}
        />
        <TreeFoot count={tree.nodes.length} isBeingRead={isBeingRead} problem={problem} />
      </section>
      {selection ? <SelectionBar rows={rows} selection={selection} /> : null}
    </>
  )
}
