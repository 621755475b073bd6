import { guidOf } from "./guid"
import type { RandomStream } from "./random"

/** Number of people in the demo company, at every scale. */
export const population = 6_007

const userIds: string[] = []

/** The person of that number. Numbers above the population wrap. */
export function userId(number: number): string {
  const person = number % population
  const id = userIds[person] ?? guidOf("user", person)
  userIds[person] = id
  return id
}

export const anyUserId = (random: RandomStream): string => userId(random.whole(0, population - 1))

/**
 * Distinct people in random order: `person(0)`, `person(1)`, … repeat only after the whole
 * population.
 */
export function drawPeople(random: RandomStream): (index: number) => string {
  const start = random.whole(0, population - 1)
  const step = random.whole(1, population - 1)
  return (index) => userId(start + index * step)
}
