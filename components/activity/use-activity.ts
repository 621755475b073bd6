import { useInfiniteQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { type ActivityFilter, activityOptions } from "@/lib/client"
import { isOpen } from "./outcome-of"

const lookEveryMs = 3000
/** Looking again reads every page that is shown. */
const maxPagesToWatch = 2

/** The activity as far as it has been read, looked at again while an edit is under way. */
export function useActivity(filter: ActivityFilter) {
  const query = useInfiniteQuery({
    ...activityOptions(filter),
    refetchInterval: ({ state: { data } }) => {
      const pages = data?.pages ?? []
      const isWatched = pages.length > 0 && pages.length <= maxPagesToWatch
      return isWatched && pages.some(({ entries }) => entries.some(isOpen)) ? lookEveryMs : false
    },
  })
  const { data } = query
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries) ?? [], [data])
  const actions = useMemo(() => data?.pages.flatMap((page) => page.actions) ?? [], [data])
  const known = useMemo(() => new Map(entries.map((entry) => [entry.id, entry])), [entries])
  return { ...query, entries, actions, known }
}

export type Activity = ReturnType<typeof useActivity>
