import type { SmallGroups } from "@/lib/contract"
import { api, apiOptions } from "./api"

export type { SmallGroups }

/**
 * The minimum number of people behind a disclosed value, its default, and its maximum; 1 is off.
 */
export const smallGroupsOptions = () => apiOptions("/api/kpis/settings")

/**
 * Sets the minimum number of people in a disclosed group, for administrators; throws `ApiProblem`.
 */
export const changeSmallGroups = (minPeople: number): Promise<SmallGroups> =>
  api.put("/api/kpis/settings", { body: { least: minPeople } })
