import { type BrowserContext, test as base, expect, type Page } from "@playwright/test"
import type { Domain } from "@/lib/catalogue"
import { isDeep } from "@/scripts/testing/rounds"
import { type AnswerWatch, watchAnswers } from "./answers"
import { dashboardUrl } from "./environment"

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>

/** The demo people by role, with the domains that the product promises them. */
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

/** Signs in through the identity provider's page, as a person does, and ends on `path`. */
export async function signIn(page: Page, role: Role, path = "/"): Promise<void> {
  await page.goto(path)
  await enterAs(page, role)
  await page.waitForURL((url) => !/\/signin|\/oidc/.test(url.pathname))
}

/** Signs in on the open sign-in page. */
export async function enterAs(page: Page, role: Role): Promise<void> {
  await expect(page).toHaveURL(/\/signin/)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByLabel("E-mail").fill(people[role].email)
  await page.getByLabel("Password").fill("demo")
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
}

/** Runs in the page: whether React has hydrated every button. */
const knowsButtons = () =>
  [...document.querySelectorAll("button")].every((button) =>
    Object.keys(button).some((name) => name.startsWith("__reactProps")),
  )

/** Waits until React has hydrated the page, which then handles clicks and keys. */
export const isAlive = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(knowsButtons)).toBe(true)

/** A session's cookies as a request header. */
export const cookieOf = ({ cookies }: StorageState) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join("; ")

interface WorkerFixtures {
  /**
   * In deep tests, checks every response of our own API that a test sees; raw sockets and `fetch`
   * in the test's own process are not seen.
   */
  readonly answers: AnswerWatch | undefined
  readonly sessionOf: (role: Role) => Promise<StorageState>
  /**
   * A person's browser context, which keeps only scripts and styles from test to test, and a blank
   * page in it.
   */
  readonly browserOf: (role: Role) => Promise<{ context: BrowserContext; staying: Page }>
}

interface TestFixtures {
  /** Fails a test that saw a response which the description of our own API does not have. */
  readonly answersAsDescribed: undefined
  /** Opens a page with a role's session. */
  readonly openAs: (role: Role) => Promise<Page>
}

/** Clears what the context's own reset leaves: the caches that pages fill themselves. */
async function clearCaches(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page)
  const [origin, storageTypes] = [dashboardUrl(), "cache_storage,service_workers"]
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes })
  await session.detach()
}

/** Caches the first result for each role. */
function remember<T>(create: (role: Role) => Promise<T>): (role: Role) => Promise<T> {
  const made = new Map<Role, Promise<T>>()
  return (role) => {
    const one = made.get(role) ?? create(role)
    made.set(role, one)
    return one
  }
}

function requireNone(faults: readonly string[] = []) {
  if (faults.length === 0) return
  throw new Error(`Answers are not as /api/openapi.json describes them:\n${faults.join("\n")}`)
}

/** Playwright's test, with people who sign in once for each worker. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  answers: [
    async ({ browser }, use) => {
      const answers = isDeep ? watchAnswers(browser) : undefined
      await use(answers)
      requireNone(await answers?.takeFaults())
    },
    { scope: "worker", auto: true },
  ],
  answersAsDescribed: [
    async ({ answers }, use) => {
      await use(undefined)
      requireNone(await answers?.takeFaults())
    },
    { auto: true },
  ],
  request: async ({ request, answers }, use) => {
    answers?.watchRequests(request)
    await use(request)
  },
  sessionOf: [
    async ({ browser }, use) => {
      const create = async (role: Role) => {
        const context = await browser.newContext()
        await signIn(await context.newPage(), role)
        const state = await context.storageState()
        await context.close()
        return state
      }
      await use(remember(create))
    },
    { scope: "worker" },
  ],
  browserOf: [
    async ({ browser }, use) => {
      const create = async () => {
        const context = await browser.newContext()
        // With a page that stays open, the next page is a tab; without one it is a window, which
        // costs twice as much.
        const staying = await context.newPage()
        return { context, staying }
      }
      await use(remember(create))
    },
    { scope: "worker" },
  ],
  openAs: async ({ browserOf, sessionOf, answers }, use) => {
    const used = new Set<Role>()
    await use(async (role) => {
      const { context } = await browserOf(role)
      if (!used.has(role)) await context.setStorageState(await sessionOf(role))
      used.add(role)
      return context.newPage()
    })
    // A response cannot be read after its page is closed.
    await answers?.settle()
    for (const role of used) {
      const { context, staying } = await browserOf(role)
      for (const page of context.pages()) if (page !== staying) await page.close()
      await context.unrouteAll()
      await context.clearPermissions()
      await clearCaches(context, staying)
    }
  },
})

export { expect }
