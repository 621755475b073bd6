import { randomUUID } from "node:crypto"
import { createRandom } from "../../series/testing/random-points"

/**
 * A value of a person at a moment. A corrected point gets a new version, a moved point keeps its
 * own.
 */
interface Version {
  readonly person: number
  /** How often the point has been corrected. */
  readonly correction: number
}

/** A point as it is at some time of the year. */
export interface YearPoint {
  readonly label: string
  readonly timeStamp: string
  readonly departmentId: string
  readonly userId: string
  /** The index of its value among all versions of the year. */
  readonly version: number
}

interface Held extends YearPoint {
  readonly versions: readonly number[]
}

/** The platform's points at one read, and the minimum number of people at that time. */
export interface Viewing {
  readonly minPeople: number
  readonly points: readonly YearPoint[]
  /** The region that the third store is in. */
  readonly region: string
}

const stores = [9, 6, 5, 3].map((staff) => ({ id: randomUUID() as string, staff }))
const regions = [randomUUID(), randomUUID()] as [string, string]
const company = randomUUID()

export const yearDepartments = [
  { id: company, name: "Company", parentId: null },
  ...regions.map((id, at) => ({ id, name: `Region ${at}`, parentId: company })),
  ...stores.map(({ id }, at) => ({
    id,
    name: `Store ${at}`,
    parentId: regions[Math.floor(at / 2)] ?? null,
  })),
]
export const yearStores = stores.map(({ id }) => id)
export const yearRegions = regions

const dayMs = 86_400_000
const newYear = Date.parse("2025-01-01T00:00:00Z")

/**
 * Simulates a year of 23 people in four stores with `reads` reads: days of work and a little sick
 * leave, some of it late; corrections, some of them reverted, and removals, of single points, a
 * store's or a person's; people who move with the points of the last weeks; a store that moves; a
 * minimum of 6, 8, 5 and 7 people.
 */
export function simulateYear(reads: number, seed: number) {
  const random = createRandom(seed)
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const people = stores.flatMap(({ id, staff }) =>
    Array.from({ length: staff }, () => ({ userId: randomUUID() as string, store: id })),
  )
  const versions: Version[] = []
  let held: Held[] = []

  function add(person: number, day: number, label: string) {
    const { userId, store: departmentId } = people[person] ?? people[0] ?? { userId: "", store: "" }
    const moment = newYear + day * dayMs + Math.floor(random() * 1440) * 60_000
    const timeStamp = new Date(moment).toISOString()
    if (held.some((each) => each.userId === userId && each.timeStamp === timeStamp)) return
    versions.push({ person, correction: 0 })
    const version = versions.length - 1
    held.push({ label, timeStamp, departmentId, userId, version, versions: [version] })
  }
  function correct(point: Held): Held {
    const isBack = point.versions.length > 1 && random() < 0.3
    if (isBack) return { ...point, version: point.versions[0] ?? 0 }
    const { person } = versions[point.version] ?? { person: 0 }
    versions.push({ person, correction: point.versions.length })
    const version = versions.length - 1
    return { ...point, version, versions: [...point.versions, version] }
  }
  const change = (isMeant: (point: Held) => boolean, to: (point: Held) => Held | undefined) => {
    held = held.flatMap((point) => (isMeant(point) ? (to(point) ?? []) : point))
  }
  const isOf = (person: number) => {
    const { userId } = people[person] ?? { userId: "" }
    return (point: Held) => point.userId === userId
  }

  function live(read: number) {
    const [from, to] = [(365 * read) / reads, (365 * (read + 1)) / reads]
    for (let at = 0; at < people.length; at += 1) {
      if (random() < 0.45) add(at, Math.floor(from + random() * (to - from)), "Hours")
      if (random() < 0.06) add(at, Math.floor(from + random() * (to - from)), "Sick")
    }
    if (read % 3 === 1)
      add(Math.floor(random() * people.length), Math.floor(random() * to), "Hours")
    for (let count = read % 3; count > 0; count -= 1) {
      const one = pick(held)
      change((point) => point === one, correct)
    }
    if (read % 4 === 2) {
      const one = pick(held)
      change(
        (point) => point === one,
        () => undefined,
      )
    }
    if (read % 6 === 3) {
      const store = pick(yearStores)
      const month = pick(held).timeStamp.slice(0, 7)
      change((point) => point.departmentId === store && point.timeStamp.startsWith(month), correct)
    }
    if (read % 6 === 5) {
      const person = Math.floor(random() * people.length)
      const store = pick(yearStores)
      const since = new Date(newYear + (from - 30) * dayMs).toISOString()
      people[person] = { userId: people[person]?.userId ?? "", store }
      change(
        (point) => isOf(person)(point) && point.timeStamp >= since,
        (point) => ({ ...point, departmentId: store }),
      )
    }
    if (read % 9 === 7) change(isOf(Math.floor(random() * people.length)), () => undefined)
    if (read === Math.floor(reads * 0.7)) {
      const month = pick(held).timeStamp.slice(0, 7)
      change(
        (point) => point.timeStamp.startsWith(month),
        () => undefined,
      )
    }
  }

  const minAt = (share: number) => (share < 0.3 ? 6 : share < 0.5 ? 8 : share < 0.8 ? 5 : 7)
  const seen: Viewing[] = []
  for (let read = 0; read < reads; read += 1) {
    live(read)
    const region = read < reads * 0.6 ? regions[1] : regions[0]
    seen.push({
      minPeople: minAt(read / reads),
      points: held.map(({ versions: _, ...point }) => point),
      region,
    })
  }
  const persons = versions.map(({ person }) => people[person]?.userId ?? "")
  return { reads: seen, versions, persons }
}

/**
 * The bits of a value that identify its version; the others encode the person and the corrections.
 */
export const bitsOfValue = 34

/**
 * The value of a version in one of several data sets with the same points. Together, their
 * disclosed sums show which points they contain. People's means have the same order in all data
 * sets.
 */
export function valueIn(dataSet: number, version: number, { person, correction }: Version): number {
  const at = version - dataSet * bitsOfValue
  const bit = at >= 0 && at < bitsOfValue ? 2 ** at : 0
  return (person * 8 + correction + 1) * 2 ** bitsOfValue + bit
}
