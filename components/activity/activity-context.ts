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

export interface ActivitySetup {
  /** The list that returns complete departments. */
  readonly list: ListOperation
  readonly patches: readonly PatchOperation[]
  /** True if the person may change departments, and so undo and redo. */
  readonly mayWrite: boolean
}

export interface ActivityScreen extends ActivitySetup {
  readonly log: ActivityLog
  /** False in the history of one department, where each line would repeat its name. */
  readonly namesDepartments: boolean
  /** Opens the details of the edit with this id; closes them without an id. */
  readonly openEdit: (id: string | undefined) => void
  /** Opens the dialog that undoes or redoes an edit. */
  readonly planUndo: (entry: ActivityEntry, next: NextUndo) => void
}

export const ActivityContext = createContext<ActivityScreen | undefined>(undefined)

export function useActivityScreen(): ActivityScreen {
  const screen = use(ActivityContext)
  if (!screen) throw new Error("This part stands outside of the activity.")
  return screen
}

export interface ActivityLog {
  readonly entries: readonly ActivityEntry[]
  readonly actions: readonly BulkAction[]
  /** Entries by id. */
  readonly known: ReadonlyMap<string, ActivityEntry>
  readonly reading: {
    readonly error: Error | null
    readonly isPending: boolean
    readonly isFetching: boolean
    readonly refetch: () => void
  }
  /** The older entries, loaded on demand. */
  readonly older: {
    readonly exists: boolean
    readonly isFetching: boolean
    readonly hasFailed: boolean
    readonly fetch: () => void
  }
}

const pollEveryMs = 3000
/** Polling refetches every loaded page, so it is limited to a few. */
const maxPolledPages = 2

/** The matching activity, polled while an edit is in progress. */
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
