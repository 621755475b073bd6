import type { SmallGroups } from "@/lib/contract"
import { api, apiOptions } from "./api"

export type { SmallGroups }

/** How few people an answer speaks of at least, what is usual, and the most that may be set; 1 is off. */
export const smallGroupsOptions = () => apiOptions("/api/kpis/settings")

/** Sets how many people a disclosed group has at least, as an administrator may; throws `ApiProblem`. */
export const changeSmallGroups = (minPeople: number): Promise<SmallGroups> =>
  api.put("/api/kpis/settings", { body: { least: minPeople } })
