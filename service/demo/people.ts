import { guidOf } from "./guid"
import type { RandomStream } from "./random"

/** How many people work for the demo company, at every scale. */
export const population = 6_007

const userIds: string[] = []

/** The person of that number; numbers beyond the population wrap. */
export function userId(number: number): string {
  const person = number % population
  const id = userIds[person] ?? guidOf("user", person)
  userIds[person] = id
  return id
}

export const anyUserId = (random: RandomStream): string => userId(random.whole(0, population - 1))

/** Different people in a random order: `person(0)`, `person(1)`, … repeat only after the whole population. */
export function drawPeople(random: RandomStream): (index: number) => string {
  const start = random.whole(0, population - 1)
  const step = random.whole(1, population - 1)
  return (index) => userId(start + index * step)
}
