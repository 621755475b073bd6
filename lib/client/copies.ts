import { queryOptions } from "@tanstack/react-query"
import type { AnswerOf, CopiedOperation, CopyPolicy, copiesContract } from "@/lib/contract"
import { api, apiOptions } from "./api"

export type { CopiedOperation, CopyPolicy }
/** What is copied of each operation, in total, and its cost by day. */
export type CopiesOverview = AnswerOf<typeof copiesContract.readCopies>

/** The code of lists that the platform has switched off, which is not a copy failure. */
export const switchedOff = "feature_not_enabled"

const refreshMs = 10_000

/** What is copied of each operation, for administrators. */
export const copiesOptions = () =>
  queryOptions({ ...apiOptions("/api/copies"), refetchInterval: refreshMs })

/** Sets how an operation's lists are copied; throws `ApiProblem`. */
export const changeCopies = ({
  operation,
  policy,
}: {
  readonly operation: string
  readonly policy: CopyPolicy
}): Promise<CopiedOperation> =>
  api.put("/api/copies/{operation}", { parameters: { operation }, body: policy })

/** Starts a refresh of all lists of an operation; throws `ApiProblem`. */
export const refreshCopies = (operation: string): Promise<undefined> =>
  api.post("/api/copies/{operation}/refresh", { parameters: { operation } })
