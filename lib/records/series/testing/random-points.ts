import type { TreeDepartment } from "@/lib/catalogue"

/** A point as it is stored, with its time in milliseconds; NaN if it has none. */
export interface RandomPoint {
  readonly label: string | null
  readonly timeStamp: string | null
  readonly value: number | null
  readonly departmentId: string | null
  readonly userId: string | null
  readonly ms: number
}

export type Random = () => number

/** Returns random numbers from 0 to 1, always the same ones for a seed. */
export function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const guid = (kind: number, number: number) =>
  `0000000${kind}-0000-4000-8000-${`${number}`.padStart(12, "0")}`

export const departmentId = (number: number): string => guid(1, number)

/**
 * A company with two regions and five stores below them, a separate shop, a cycle and an orphan.
 */
export const tree: readonly TreeDepartment[] = [
  { id: departmentId(1), parentId: null },
  { id: departmentId(2), parentId: departmentId(1) },
  { id: departmentId(3), parentId: departmentId(1) },
  ...[4, 5, 6].map((number) => ({ id: departmentId(number), parentId: departmentId(2) })),
  ...[7, 8].map((number) => ({ id: departmentId(number), parentId: departmentId(3) })),
  { id: departmentId(9), parentId: null },
  { id: departmentId(10), parentId: departmentId(11) },
  { id: departmentId(11), parentId: departmentId(10) },
  { id: departmentId(12), parentId: departmentId(99) },
]

/** In the order of code points, which is not that of UTF-16. */
const labels = ["", "A", "a", "b", "Ä", "\uFFFD", "😀", "plan", "result", null]

/** Intervals with leap days, week 53 and the clock changes of the tested zones. */
const intervals = [
  ["2024-02-27", 16],
  ["2026-03-05", 28],
  ["2026-10-20", 18],
  ["2026-12-26", 12],
] as const

const dayMs = 86_400_000
const start = Date.parse("2023-12-20T00:00:00Z")
const spanDays = 1117

const pick = <T>(random: Random, all: readonly T[]): T => {
  const found = all[Math.floor(random() * all.length)]
  if (found === undefined) throw new Error("There is something to pick.")
  return found
}

function randomMs(random: Random): number {
  const chosen = random()
  if (chosen < 0.4) return start + Math.floor(random() * spanDays * dayMs)
  const [from, days] = pick(random, intervals)
  const ms = Date.parse(`${from}T00:00:00Z`) + Math.floor(random() * days * dayMs)
  // Buckets start and end at half hours, so the moments before and after them are tested too.
  const edge = Math.round(ms / 1_800_000) * 1_800_000
  return chosen < 0.6 ? ms : edge + pick(random, [0, 0, -1, 1])
}

/** Between 07:00 and 16:00 UTC, which is the same day in each of the zones. */
const atWork = (ms: number) => Math.floor(ms / dayMs) * dayMs + 7 * 3_600_000 + (ms % 32_400_000)

function randomValue(random: Random): number | null {
  const chosen = random()
  if (chosen < 0.06) return null
  if (chosen < 0.5) return Math.floor(random() * 7) - 3
  if (chosen < 0.52) return pick(random, [1e12, -1e12, 1e-9])
  return Math.round((random() - 0.4) * 1_000_000) / 100
}

/**
 * Points with ties, missing and negative values; those `within` working hours never divide a day.
 */
export function randomPoints(seed: number, count: number, { within }: { within: boolean }) {
  const random = createRandom(seed)
  return Array.from({ length: count }, (): RandomPoint => {
    const ms = within ? atWork(randomMs(random)) : randomMs(random)
    const hasTime = random() > 0.002
    return {
      label: pick(random, labels.slice(0, 1 + Math.floor(random() * labels.length))),
      timeStamp: hasTime ? new Date(ms).toISOString() : null,
      value: randomValue(random),
      departmentId: random() < 0.05 ? null : departmentId(1 + Math.floor(random() ** 2 * 14)),
      userId: random() < 0.1 ? null : guid(2, Math.floor(random() ** 2 * 25)),
      ms: hasTime ? ms : Number.NaN,
    }
  })
}
