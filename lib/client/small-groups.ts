import { queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import { fetchOwn } from "./fetcher"
import { queryKeys } from "./query-keys"
import { sendOwn } from "./send-own"

const settingSchema = z.object({ least: z.number(), usual: z.number(), most: z.number() })

const address = "/api/kpis/settings"

/** How few people an answer speaks of at least, what is usual, and the most that may be set; 1 is off. */
export const smallGroupsOptions = () =>
  queryOptions({
    queryKey: queryKeys.smallGroups(),
    queryFn: ({ signal }) => fetchOwn(address, settingSchema, { signal }),
  })

/** Sets how few people are told of, as an administrator may; throws `ApiProblem`. */
export const changeSmallGroups = (least: number): Promise<unknown> =>
  sendOwn(address, { method: "PUT", json: { least } })
