import type { Role } from "@/lib/catalogue"
import { signIn } from "@/lib/session/testing/sign-in"
import { startTestIdentity } from "@/lib/session/testing/test-identity"
import { guidOf } from "@/service/demo/guid"
import { cycle } from "@/service/demo/random"
import { createCookieBrowser } from "@/service/testing/browser"
import type { SuiteContext } from "../suite"

/** A person who is signed in to a dashboard. */
export interface Visitor {
  readonly number: number
  readonly role: Role
  /** The cookies of their requests. */
  readonly cookie: string
}

/** Of ten people, seven are HR managers, two administrators and one an analyst. */
const defaultRoles: readonly Role[] = [
  "hr",
  "hr",
  "admin",
  "hr",
  "hr",
  "analyst",
  "hr",
  "admin",
  "hr",
  "hr",
]
const signInsAtOnce = 4

/** The role of the person with this number; numbers start at 0. */
export const roleOf = (number: number): Role => cycle(defaultRoles, number)

const emailOf = (number: number) => `person${number}@demo.test`

/** Starts an identity provider with this many people; returns its issuer. */
export async function startIdentity(
  { keep }: SuiteContext,
  { databaseUrl, count }: { databaseUrl: string; count: number },
): Promise<string> {
  const identity = keep(await startTestIdentity(databaseUrl, "identity"))
  for (let number = 0; number < count; number += 1)
    identity.people.push({
      id: guidOf("person", number),
      email: emailOf(number),
      name: `Person ${number}`,
      roles: [roleOf(number)],
      title: "Visitor",
    })
  return identity.issuer
}

/** Signs this many people in to the dashboard at `origin`. */
export async function signInPeople(origin: string, count: number): Promise<Visitor[]> {
  const visitors: Visitor[] = []
  let next = 0
  async function signInSome() {
    for (let number = next++; number < count; number = next++) {
      const browser = createCookieBrowser()
      await signIn(browser, { origin }, { email: emailOf(number) })
      visitors[number] = { number, role: roleOf(number), cookie: browser.cookiesFor(origin) }
    }
  }
  await Promise.all(Array.from({ length: signInsAtOnce }, signInSome))
  return visitors
}
