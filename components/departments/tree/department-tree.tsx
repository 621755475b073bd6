"use client"

import { useQuery } from "@tanstack/react-query"
import { type RefObject, useRef } from "react"
import { departmentTreeOptions, type TreeEntry, toProblem } from "@/lib/client"
import { UnreadParts } from "../../ui/unread-parts"
import { ImportLink } from "./import-link"
import { MisplacedNotice } from "./misplaced-notice"
import { PathBar } from "./path-bar"
import { PrintedTree } from "./printed-tree"
import { SelectionBar } from "./selection-bar"
import { TreeFoot } from "./tree-foot"
import { TreeGrid } from "./tree-grid"
import { TreePageHead } from "./tree-page-head"
import { NoDepartments, NoMatch, TreeProblem, TreeWaits } from "./tree-states"
import { TreeTools } from "./tree-tools"
import { useRowHeight } from "./use-row-height"
import { useTreePlace } from "./use-tree-place"
import { type TreeSelection, useTreeSelection } from "./use-tree-selection"
import { type TreeState, useTreeState } from "./use-tree-state"

export interface DepartmentTreeProps {
  /** The person may change departments. */
  readonly mayEdit: boolean
}

const none: readonly TreeEntry[] = []

/** All departments as the tree that their parents make, with what can be done with them. */
export function DepartmentTree({ mayEdit }: DepartmentTreeProps) {
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
      <PrintedTree rows={state.rows} asOf={asOf} words={state.words} />
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
  /** The list is being read for the first time. */
  readonly isBeingRead: boolean
  /** Why the last look for changes failed. */
  readonly problem: ReturnType<typeof toProblem> | undefined
  readonly onFind: () => void
}

function TreeWithRows(props: TreeWithRowsProps) {
  const { state, frame, selection, isBeingRead, problem, onFind } = props
  const rowHeight = useRowHeight()
  const place = useTreePlace(state, frame, rowHeight)
  const { tree, rows, found } = state
  return (
    <>
      {isBeingRead ? null : <MisplacedNotice tree={tree} onShow={place.goToHeading} />}
      <section className="relative flex min-h-72 flex-1 flex-col overflow-hidden rounded-lg border bg-surface print:hidden">
        <PathBar state={state} place={place} selection={selection} />
        {found && rows.length === 0 ? <NoMatch onClear={() => state.setFind("")} /> : null}
        <TreeGrid
          state={state}
          place={place}
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
