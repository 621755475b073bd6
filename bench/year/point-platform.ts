import { printPath, type Row } from "@/lib/catalogue"
import type { ReadOperation, Upstream } from "@/lib/platform"
import { storeId } from "../kpi/load-points"

const dayMs = 86_400_000
const pageRows = 1000
/** Reports of one moment: those of so many stores. */
const atOnce = 50
const [openMs, hoursMs] = [7 * 3_600_000, 12 * 3_600_000]

/** How many points a data set gets each day, from which day on, in milliseconds since 1970. */
interface PointsOf {
  readonly startsAt: number
  readonly perDay: number
}

/** When the point of that number was reported. */
export function momentOf({ startsAt, perDay }: PointsOf, number: number): number {
  const [day, within] = [Math.floor(number / perDay), number % perDay]
  const stepMs = hoursMs / Math.ceil(perDay / atOnce)
  return startsAt + day * dayMs + openMs + Math.floor(within / atOnce) * stepMs
}

/** The number of the first point that was reported at that moment or later. */
export function firstFrom(points: PointsOf, moment: number): number {
  const { startsAt, perDay } = points
  let low = Math.max(0, Math.floor((moment - startsAt) / dayMs) * perDay)
  let high = low + perDay
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (momentOf(points, middle) < moment) low = middle + 1
    else high = middle
  }
  return low
}

/** Milliseconds of a text to the microsecond, the next whole one where it lies between two. */
const momentFrom = (text: string) => Date.parse(text) + (/\.\d{3}(?!000)\d{3}Z$/.test(text) ? 1 : 0)

const pathOf = (operation: ReadOperation, dataSetId: string) => printPath(operation, { dataSetId })

/**
 * A platform in the program's own memory: data sets to which the same points come every day, computed where
 * they are asked for. `now` says up to when there are any.
 */
export function createPointPlatform({
  now,
  apiUrl,
  ...points
}: PointsOf & { readonly now: () => number; readonly apiUrl: string }) {
  const changed = new Map<string, Map<number, number>>()
  const calls = { fresh: 0, check: 0 }

  function rowOf(dataSetId: string, number: number): Row {
    const at = new Date(momentOf(points, number)).toISOString()
    const value = ((number * 2_654_435_761) % 1_000_003) / 100
    return {
      label: `Label ${1 + (number % 5)}`,
      timeStamp: at,
      value: changed.get(dataSetId)?.get(number) ?? value,
      departmentId: storeId(1 + (number % 200)),
      userId: null,
    }
  }

  const countNow = () => Math.max(0, Math.floor((now() - points.startsAt) / dayMs)) * points.perDay

  /** The interval of numbers that a query asks for. */
  function intervalOf(search: URLSearchParams): { from: number; to: number } {
    const cursor = search.get("cursor")?.split("-").map(Number)
    if (cursor) return { from: cursor[0] ?? 0, to: cursor[1] ?? 0 }
    const end = (name: string, open: number) => {
      const text = search.get(`timeStamp[${name}]`)
      return text === null ? open : Math.min(open, firstFrom(points, momentFrom(text)))
    }
    const to = end("lt", countNow())
    const lower = search.get("timeStamp[gte]")
    return { from: lower === null ? 0 : firstFrom(points, momentFrom(lower)), to }
  }

  const read: Upstream["read"] = async ({ operation, parameters, search, onSent, following }) => {
    onSent?.()
    const dataSetId = `${parameters["dataSetId"]}`
    const { from, to } = intervalOf(search)
    const isCheck = following
      ? (search.get("cursor")?.endsWith("-check") ?? false)
      : search.has("timeStamp[lt]")
    calls[isCheck ? "check" : "fresh"] += 1
    const limit = Number(search.get("limit") ?? pageRows)
    const isLast = search.get("sort")?.startsWith("-") === true
    const first = isLast ? Math.max(from, to - limit) : from
    const end = Math.min(to, first + limit)
    const data: Row[] = []
    for (let number = first; number < end; number += 1) data.push(rowOf(dataSetId, number))
    const cursor = `${end}-${to}${isCheck ? "-check" : ""}`
    const next = `${apiUrl}${pathOf(operation, dataSetId)}?limit=${limit}&cursor=${cursor}`
    const hasMore = !isLast && end < to
    const envelope = { count: data.length, data, ...(hasMore && { nextUrl: next }) }
    return { envelope, receivedAt: now() }
  }

  return {
    read,
    /** Calls of runs for what is new, and for what only compares. */
    calls,
    /** Edits a point, without a trace but its value. */
    change(dataSetId: string, number: number, value: number) {
      const own = changed.get(dataSetId) ?? new Map<number, number>()
      changed.set(dataSetId, own.set(number, value))
    },
  }
}
