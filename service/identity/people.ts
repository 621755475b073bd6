import { timingSafeEqual } from "node:crypto"

/** A demo person. `id` is the `sub` claim, and the dashboard derives access from `roles`. */
export interface DemoPerson {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly roles: readonly string[]
  /** Shown on the sign-in page: what the person can do. */
  readonly title: string
}

/**
 * The shared password of all demo people. It is public, so the identity must never leave loopback.
 */
export const demoPassword = "demo"

/** The `acr` value of a sign-in with it. There is no stronger one. */
export const demoStrength = "urn:demo:password"

/** The three demo people (architecture "Contracts"). */
export const demoPeople: readonly DemoPerson[] = [
  {
    id: "3f0f4c1e-6a53-4a6f-9a43-0d0c5b1f7a01",
    email: "hr@demo.test",
    name: "Signe Holmgaard",
    roles: ["hr"],
    title: "HR manager",
  },
  {
    id: "3f0f4c1e-6a53-4a6f-9a43-0d0c5b1f7a02",
    email: "admin@demo.test",
    name: "Jonas Brandt",
    roles: ["admin"],
    title: "Administrator",
  },
  {
    id: "3f0f4c1e-6a53-4a6f-9a43-0d0c5b1f7a03",
    email: "analyst@demo.test",
    name: "Priya Raman",
    roles: ["analyst"],
    title: "Analyst",
  },
]

export const findPerson = (people: readonly DemoPerson[], id: string): DemoPerson | undefined =>
  people.find((person) => person.id === id)

function equalText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * The person with this e-mail (ignoring case and surrounding spaces) and password, or undefined.
 */
export function authenticatePerson(
  people: readonly DemoPerson[],
  email: string,
  password: string,
): DemoPerson | undefined {
  const wanted = email.trim().toLowerCase()
  const person = people.find((candidate) => candidate.email === wanted)
  return person && equalText(password, demoPassword) ? person : undefined
}
