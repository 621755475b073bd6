import "server-only"
import {
  type Catalogue,
  copySource,
  type ListOperation,
  listOperations,
  recordHasUsers,
  type SingleOperation,
  singleOperations,
} from "../../catalogue"
import { type AnswerOf, type CopiedOperation, copiesContract } from "../../contract"
import { defaultPolicy } from "../../records"
import { BffError } from "../http/problem"
import { type BoundRoute, bindRoutes } from "../http/routes"
import { copyKey } from "./copy-key"
import type { HourlyCalls, ListCopyStatus, Replica } from "./replica"

interface CopiesRoutesParts {
  readonly catalogue: Catalogue
  readonly replica: Replica
  /** Calls a minute for automatic copies, 0 for none; undefined for no limit. */
  readonly budget: number | undefined
  /** Calls a minute that the platform allows, 0 for no limit. */
  readonly rateLimit: number
  readonly clock: () => number
  /** Called on failures after the response was sent. */
  readonly complain: (error: unknown) => void
}

type CopiesAnswer = AnswerOf<typeof copiesContract.readCopies>

const shownDays = 14
const dayMs = 86_400_000

const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0)

type SourceOperation = ListOperation | SingleOperation

/**
 * The operations whose lists are copied, without duplicates, and those whose records are copied by
 * id.
 */
const copiedSources = (from: Catalogue): SourceOperation[] => [
  ...new Set(listOperations(from).map((operation) => copySource(from, operation))),
  ...singleOperations(from),
]

/** True if the records copied by id complete the rows of a list instead of forming their own. */
const isPart = (from: Catalogue, { kind, record }: SourceOperation): boolean =>
  kind === "single" && listOperations(from).some((list) => list.record === record)

const timeFieldOf = (from: Catalogue, operation: SourceOperation): string | null =>
  operation.kind === "list" ? (copyKey(from, operation)?.field ?? null) : null

/** Failed lists, counted by reason. */
function failuresOf(lists: readonly ListCopyStatus[]): CopiedOperation["failed"] {
  const reasons = lists
    .filter(({ state }) => state === "failed")
    .map(({ reason }) => reason ?? "internal")
  return [...new Set(reasons)].toSorted().map((reason) => ({
    reason,
    lists: reasons.filter((each) => each === reason).length,
  }))
}

/** The oldest of the times up to which lists are complete. */
const oldestOf = (
  lists: readonly ListCopyStatus[],
  time: "syncedUntil" | "checkedAt",
): string | null =>
  lists.flatMap((list) => (list.isComplete && list[time]) || []).toSorted()[0] ?? null

const inLastDay = (calls: readonly HourlyCalls[], now: number) =>
  calls.filter(({ hour }) => hour.getTime() > now - dayMs)

/** Calls by operation for each of the last days in UTC, oldest first. */
function daysOf(calls: readonly HourlyCalls[], now: number): CopiesAnswer["days"] {
  return Array.from({ length: shownDays }, (_, index) => {
    const day = new Date(now - (shownDays - 1 - index) * dayMs).toISOString().slice(0, 10)
    const ofDay = calls.filter(({ hour }) => hour.toISOString().startsWith(day))
    const operations = [...new Set(ofDay.map(({ operation }) => operation))]
    const callsOf = (id: string) =>
      sum(ofDay.filter(({ operation }) => operation === id).map((each) => each.calls))
    return { day, calls: Object.fromEntries(operations.map((id) => [id, callsOf(id)])) }
  })
}

async function readFigures({ replica }: CopiesRoutesParts) {
  const [lists, policies, calls, sizes] = await Promise.all([
    replica.listAll(),
    replica.policies(),
    replica.calls(shownDays),
    replica.tableSizes(),
  ])
  return { lists, policies, calls, sizes }
}

type Figures = Awaited<ReturnType<typeof readFigures>>

function describeCopied(
  { catalogue, clock }: CopiesRoutesParts,
  operation: SourceOperation,
  { policies, calls, sizes, ...all }: Figures,
): CopiedOperation {
  const lists = all.lists.filter((list) => list.operation === operation.id)
  const whole = lists.filter(({ isComplete }) => isComplete)
  const paused = lists.filter(({ state }) => state === "paused")
  const own = inLastDay(calls, clock()).filter((each) => each.operation === operation.id)
  const isWaiting = ({ isComplete, state }: ListCopyStatus) =>
    !isComplete && state !== "failed" && state !== "paused"
  return {
    operation: operation.id,
    lists: lists.length,
    whole: whole.length,
    waiting: lists.filter(isWaiting).length,
    paused: paused.length,
    failed: failuresOf(lists),
    rows: isPart(catalogue, operation) ? 0 : sum(lists.map(({ rows }) => rows)),
    bytes: isPart(catalogue, operation) ? 0 : (sizes.get(operation.record) ?? 0),
    calls: sum(own.map((each) => each.calls)),
    asOf: oldestOf(lists, "syncedUntil"),
    comparedSince: oldestOf(lists, "checkedAt"),
    hasPersonalData: recordHasUsers(catalogue, operation.record),
    timeField: timeFieldOf(catalogue, operation),
    policy: policies.get(operation.id) ?? defaultPolicy,
  }
}

function describeAll(parts: CopiesRoutesParts, figures: Figures): CopiesAnswer {
  const { catalogue, budget, rateLimit, clock } = parts
  const operations = copiedSources(catalogue).map((operation) =>
    describeCopied(parts, operation, figures),
  )
  return {
    operations,
    all: {
      calls: sum(inLastDay(figures.calls, clock()).map(({ calls }) => calls)),
      rows: sum(operations.map(({ rows }) => rows)),
      bytes: sum(operations.map(({ bytes }) => bytes)),
      budget: budget ?? null,
      quota: rateLimit || null,
    },
    days: daysOf(figures.calls, clock()),
  }
}

/** Throws `not_found` if nothing of the operation is copied. */
function requireSource(from: Catalogue, id: string): SourceOperation {
  const found = copiedSources(from).find((operation) => operation.id === id)
  if (!found) throw new BffError("not_found", { detail: "There is no such copied list." })
  return found
}

const noTime = {
  parameter: "retentionDays",
  message: "These records have no time by which they could be removed.",
}

/** The state and policy of each operation's copies, for administrators. */
export function copiesRoutes(parts: CopiesRoutesParts): readonly BoundRoute[] {
  const { catalogue, replica, complain } = parts
  return bindRoutes(copiesContract, {
    readCopies: async () => describeAll(parts, await readFigures(parts)),

    async changeCopies({ parameters, body: policy }) {
      const operation = requireSource(catalogue, parameters.operation)
      if (policy.retentionDays !== null && timeFieldOf(catalogue, operation) === null)
        throw new BffError("invalid_body", { errors: [noTime] })
      await replica.setPolicy(operation.id, policy)
      if (!policy.isCopied) void replica.removeUnwanted().catch(complain)
      return describeCopied(parts, operation, await readFigures(parts))
    },

    async refreshCopies({ parameters }) {
      await replica.refreshAll(requireSource(catalogue, parameters.operation).id)
      return undefined
    },
  })
}
