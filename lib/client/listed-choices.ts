import { queryOptions, skipToken } from "@tanstack/react-query"
import type { Row } from "@/lib/catalogue"
import { fetchPage } from "./fetcher"
import { firstPageUrl } from "./list-url"
import type { Choice, PathStep } from "./path-choices"
import { readOnce } from "./queries"
import { queryKeys } from "./query-keys"

const toChoice = (row: Row): Choice[] => {
  const { id, name } = row
  if (typeof id !== "string") return []
  return [{ id, name: typeof name === "string" && name !== "" ? name : id }]
}

/** What the API itself lists for a step, such as highscores: one page of the largest size. Idle for steps that the workspace names. */
export function listedChoicesOptions({ listedBy, kind }: PathStep) {
  const query = { filters: [], sort: [], ...(listedBy && { limit: listedBy.limit.maximum }) }
  return queryOptions({
    queryKey: listedBy ? [...queryKeys.list(listedBy, {}, query), "choices"] : ["choices", kind],
    queryFn: listedBy
      ? async ({ signal }) => {
          const { rows } = await fetchPage(firstPageUrl(listedBy, {}, query), { signal })
          return rows.flatMap(toChoice)
        }
      : skipToken,
    ...readOnce,
  })
}
