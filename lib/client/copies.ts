import { queryOptions } from "@tanstack/react-query"
import type { AnswerOf, CopiedOperation, CopyPolicy, copiesContract } from "@/lib/contract"
import { api, apiOptions } from "./api"

export type { CopiedOperation, CopyPolicy }
/** What is copied of each operation, for all of them, and what it has cost by day. */
export type CopiesOverview = AnswerOf<typeof copiesContract.readCopies>

/** Why a list is not copied that the platform has switched off: no fault of a copy. */
export const switchedOff = "feature_not_enabled"

const refreshMs = 10_000

/** What is copied of each operation, as an administrator sees it. */
export const copiesOptions = () =>
  queryOptions({ ...apiOptions("/api/copies"), refetchInterval: refreshMs })

/** Sets how the lists of an operation are copied; throws `ApiProblem`. */
export const changeCopies = ({
  operation,
  policy,
}: {
  readonly operation: string
  readonly policy: CopyPolicy
}): Promise<CopiedOperation> =>
  api.put("/api/copies/{operation}", { parameters: { operation }, body: policy })

/** Has all lists of an operation read again now; throws `ApiProblem`. */
export const refreshCopies = (operation: string): Promise<undefined> =>
  api.post("/api/copies/{operation}/refresh", { parameters: { operation } })
