import { useInfiniteQuery } from "@tanstack/react-query"
import { createContext, use, useMemo } from "react"
import type { ListOperation, PatchOperation } from "@/lib/catalogue"
import {
  type ActivityEntry,
  type ActivityFilter,
  activityOptions,
  type BulkAction,
} from "../edits/activity-log"
import type { NextUndo } from "../edits/undo-chain"
import { isOpen } from "./outcome"

/** What the page knows of the departments that edits are of. */
export interface ActivitySetup {
  /** The list that shows departments whole. */
  readonly list: ListOperation
  /** The operations that change departments. */
  readonly patches: readonly PatchOperation[]
  /** The person may change departments, and so undo and redo. */
  readonly mayWrite: boolean
}

/** What the parts of the activity share. */
export interface ActivityScreen extends ActivitySetup {
  readonly log: ActivityLog
  /** Off in the history of one department, which need not name it in each line. */
  readonly namesDepartments: boolean
  /** Shows the details of the edit with this id; closes them without one. */
  readonly openEdit: (id: string | undefined) => void
  /** Plans to undo or redo an edit. */
  readonly planUndo: (entry: ActivityEntry, next: NextUndo) => void
}

export const ActivityContext = createContext<ActivityScreen | undefined>(undefined)

/** The activity around. */
export function useActivityScreen(): ActivityScreen {
  const screen = use(ActivityContext)
  if (!screen) throw new Error("This part stands outside of the activity.")
  return screen
}

/** The activity as far as it has been read. */
export interface ActivityLog {
  readonly entries: readonly ActivityEntry[]
  readonly actions: readonly BulkAction[]
  /** The entries by their id. */
  readonly known: ReadonlyMap<string, ActivityEntry>
  readonly reading: {
    readonly error: Error | null
    readonly isPending: boolean
    readonly isFetching: boolean
    readonly refetch: () => void
  }
  /** What comes after these entries. */
  readonly older: {
    readonly exists: boolean
    readonly isFetching: boolean
    readonly hasFailed: boolean
    readonly fetch: () => void
  }
}

const pollEveryMs = 3000
/** Polling reads every page that is shown. */
const maxPolledPages = 2

/** The activity that matches, polled while an edit is under way. */
export function useActivityLog(filter: ActivityFilter): ActivityLog {
  const query = useInfiniteQuery({
    ...activityOptions(filter),
    refetchInterval: ({ state: { data } }) => {
      const pages = data?.pages ?? []
      const isPolled = pages.length > 0 && pages.length <= maxPolledPages
      return isPolled && pages.some(({ entries }) => entries.some(isOpen)) ? pollEveryMs : false
    },
  })
  const { data, error, isPending, isFetching, refetch } = query
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries) ?? [], [data])
  const actions = useMemo(() => data?.pages.flatMap((page) => page.actions) ?? [], [data])
  const known = useMemo(() => new Map(entries.map((entry) => [entry.id, entry])), [entries])
  return {
    entries,
    actions,
    known,
    reading: { error, isPending, isFetching, refetch: () => void refetch() },
    older: {
      exists: hasNextPage,
      isFetching: isFetchingNextPage,
      hasFailed: isFetchNextPageError,
      fetch: () => void fetchNextPage(),
    },
  }
}
