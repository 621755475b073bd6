import { randomUUID } from "node:crypto"
import type { TestDepartment, TestPoint } from "./open-series-world"

/** A number that comes again only where the same points are summed. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export interface Planted {
  readonly departments: readonly TestDepartment[]
  readonly regions: readonly string[]
  readonly stores: readonly string[]
  readonly labels: readonly string[]
  readonly points: readonly TestPoint[]
}

/**
 * Three regions of three stores, with staff of 9 to 1: in the last region all stores together have four.
 * Of each store's people few are ever "Sick", and two of all have a "Bonus".
 */
export function plantPoints(days: readonly string[]): Planted {
  const random = createRandom(20_261_121)
  const company = { id: randomUUID(), name: "Company", type: "Company", parentId: null }
  const regions = [1, 2, 3].map((at) => ({
    id: randomUUID(),
    name: `Region ${at}`,
    type: "Region",
    parentId: company.id,
  }))
  const staff = [9, 8, 6, 7, 5, 2, 2, 1, 1]
  const stores = staff.map((_, at) => ({
    id: randomUUID(),
    name: `Store ${at}`,
    parentId: regions[Math.floor(at / 3)]?.id ?? null,
  }))
  const points: TestPoint[] = []
  const add = (label: string, at: number, day: string, userId: string, max: number) => {
    const hour = `${8 + Math.floor(random() * 10)}`.padStart(2, "0")
    const minute = `${Math.floor(random() * 60)}`.padStart(2, "0")
    const value = Math.round((random() * max + 1) * 1e11) / 1e11
    const timeStamp = `${day}T${hour}:${minute}:00Z`
    points.push({ label, timeStamp, value, departmentId: stores[at]?.id ?? null, userId })
  }
  staff.forEach((count, at) => {
    const users = Array.from({ length: count }, () => randomUUID())
    for (const day of days)
      users.forEach((user, index) => {
        if (random() < 0.8) add("Hours", at, day, user, 8)
        if (index < 3 && random() < 0.1) add("Sick", at, day, user, 8)
        if (at < 2 && index === 0 && random() < 0.2) add("Bonus", at, day, user, 8000)
      })
  })
  const found = [company, ...regions, ...stores]
  return {
    departments: found,
    regions: regions.map(({ id }) => id),
    stores: stores.map(({ id }) => id),
    labels: ["Hours", "Sick", "Bonus"],
    points,
  }
}
