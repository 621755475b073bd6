import { type BrowserContext, test as base, expect, type Page } from "@playwright/test"
import type { Domain } from "@/lib/catalogue"

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>

/** The demo people, by role, with the domains that the product promises them. */
export const people = {
  hr: {
    email: "hr@demo.test",
    reads: [
      "training",
      "content",
      "users",
      "serviceform",
      "calendars",
      "highscores",
      "notifications",
    ],
  },
  analyst: { email: "analyst@demo.test", reads: ["kpis", "users"] },
  admin: {
    email: "admin@demo.test",
    reads: [
      "training",
      "content",
      "users",
      "serviceform",
      "calendars",
      "highscores",
      "kpis",
      "notifications",
    ],
  },
} as const satisfies Record<string, { email: string; reads: readonly Domain[] }>

export type Role = keyof typeof people
export const roles = Object.keys(people) as Role[]

export const mayRead = (role: Role, domain: Domain): boolean =>
  (people[role].reads as readonly Domain[]).includes(domain)

/** Signs in through the identity's own page, as a person does, and ends on `path`. */
export async function signIn(page: Page, role: Role, path = "/"): Promise<void> {
  await page.goto(path)
  await expect(page).toHaveURL(/\/signin/)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByLabel("E-mail").fill(people[role].email)
  await page.getByLabel("Password").fill("demo")
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await page.waitForURL((url) => !/\/signin|\/oidc/.test(url.pathname))
}

interface WorkerFixtures {
  readonly sessionOf: (role: Role) => Promise<StorageState>
}

interface TestFixtures {
  /** A page of somebody who is signed in. */
  readonly openAs: (role: Role) => Promise<Page>
}

/** Playwright's test, with people who signed in once for each worker. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  sessionOf: [
    async ({ browser }, use) => {
      const sessions = new Map<Role, Promise<StorageState>>()
      const create = async (role: Role) => {
        const context = await browser.newContext()
        await signIn(await context.newPage(), role)
        const state = await context.storageState()
        await context.close()
        return state
      }
      await use((role) => {
        const session = sessions.get(role) ?? create(role)
        sessions.set(role, session)
        return session
      })
    },
    { scope: "worker" },
  ],
  openAs: async ({ browser, sessionOf }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (role) => {
      const context = await browser.newContext({ storageState: await sessionOf(role) })
      contexts.push(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

export { expect }
