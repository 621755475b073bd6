import AxeBuilder from "@axe-core/playwright"
import { type Browser, type BrowserContext, test as base, type Page } from "@playwright/test"
import { Client } from "pg"
import { expect, isAlive, type Role, signIn, test } from "./people"
import { type OwnDashboard, startOwnDashboard } from "./start-own-dashboard"

const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1"
const windows =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36"

test.describe("sessions", () => {
  test.describe.configure({ mode: "default" })
  let dashboard: OwnDashboard
  let contexts: BrowserContext[] = []

  base.beforeAll(async () => {
    dashboard = await startOwnDashboard()
  })
  base.afterEach(async () => {
    for (const context of contexts) await context.close()
    contexts = []
  })
  base.afterAll(() => dashboard?.stop())

  async function enter(browser: Browser, role: Role, userAgent = windows, path = "/sessions") {
    const context = await browser.newContext({ baseURL: dashboard.url, userAgent })
    contexts.push(context)
    const page = await context.newPage()
    await signIn(page, role, path)
    await isAlive(page)
    return page
  }

  const headersOf = () => ({
    "x-requested-with": "dashboard",
    "content-type": "application/json",
    origin: dashboard.url,
  })
  const statusOf = async (page: Page, requested: string, data?: object) => {
    const [method = "", path = ""] = requested.split(" ")
    const options = { method, headers: headersOf(), ...(data && { data }) }
    return (await page.request.fetch(path, options)).status()
  }
  const ownList = (page: Page) =>
    page.getByRole("region", { name: "Your sessions" }).getByRole("listitem")
  const openTab = async (page: Page) => {
    await page.goto("/settings")
    await page.getByRole("tab", { name: "Sessions" }).click()
    return page.getByRole("region", { name: "Sessions of others" })
  }

  test("a person sees their sessions, ends one, which must sign in again, and then all others", async ({
    browser,
  }) => {
    const desk = await enter(browser, "hr")
    await expect(desk.getByText("You are signed in here only.")).toBeVisible()
    const phone = await enter(browser, "hr", iPhone, "/saved")
    await desk.reload()
    await expect(ownList(desk)).toHaveCount(2)
    await expect(ownList(desk).filter({ hasText: "Chrome on Windows" })).toContainText("This one")
    const row = ownList(desk).filter({ hasText: "Safari on iPhone" })
    await expect(row).not.toContainText("This one")
    await row.getByRole("button", { name: /^End: Safari on iPhone/ }).focus()
    await desk.keyboard.press("Enter")
    await expect(desk.getByText("The session has ended.")).toBeVisible()
    await expect(ownList(desk)).toHaveCount(1)
    await expect(desk.getByRole("list", { name: "Your sessions" })).toBeFocused()
    expect(await statusOf(phone, "GET /api/recents")).toBe(401)
    await phone.goto("/downloads")
    await expect(phone).toHaveURL(/\/signin\?callbackUrl=/)

    const others = [await enter(browser, "hr", iPhone), await enter(browser, "hr")]
    await desk.reload()
    await expect(ownList(desk)).toHaveCount(3)
    await desk.getByRole("button", { name: "End all others" }).click()
    const dialog = desk.getByRole("dialog", { name: "End all other sessions?" })
    await dialog.getByRole("button", { name: "End all others" }).click()
    await expect(desk.getByText("All other sessions have ended.")).toBeVisible()
    await expect(ownList(desk)).toHaveCount(1)
    for (const page of others) expect(await statusOf(page, "GET /api/recents")).toBe(401)
    expect(await statusOf(desk, "GET /api/recents")).toBe(200)
  })

  test("without a refresh token a person returns through the provider without a click, unless their session was ended", async ({
    browser,
  }) => {
    const page = await enter(browser, "analyst", windows, "/saved")
    const client = new Client({ connectionString: dashboard.databaseUrl })
    await client.connect()
    const age = "update dashboard.session set tokens = '', signed_in_at = now() - interval '16 min'"
    await client.query(`${age} where email = 'analyst@demo.test'`)
    // An instance caches a session for ten seconds.
    await expect.poll(() => statusOf(page, "GET /api/recents")).toBe(401)
    await page.goto("/downloads")
    // The demo identity provider has no sessions, so it asks for credentials; a company's provider
    // does not.
    await page.getByLabel("E-mail").fill("analyst@demo.test")
    await page.getByLabel("Password").fill("demo")
    await page.keyboard.press("Enter")
    await expect(page.getByRole("heading", { name: "Downloads", level: 1 })).toBeVisible()
    await expect(page).toHaveURL(/\/downloads$/)
    expect(await statusOf(page, "GET /api/recents")).toBe(200)

    await client.query(
      `${age}, ended_at = now() where email = 'analyst@demo.test' and ended_at is null`,
    )
    await client.end()
    await expect.poll(() => statusOf(page, "GET /api/recents")).toBe(401)
    await page.goto("/downloads")
    await expect(page.getByText("Sign in with your company account")).toBeVisible()
    await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled()
    await expect(page).toHaveURL(/\/signin\?callbackUrl=/)
  })

  test("nobody can end other people's sessions, neither by a handle nor by the administrators' routes", async ({
    browser,
  }) => {
    const admin = await enter(browser, "admin")
    const analyst = await enter(browser, "analyst")
    const { sessions } = await (await admin.request.get("/api/sessions")).json()
    const handle = sessions[0].handle
    expect(await statusOf(analyst, `DELETE /api/sessions/own/${handle}`)).toBe(404)
    expect(await statusOf(analyst, "DELETE /api/sessions/people/all")).toBe(403)
    expect(await statusOf(analyst, "POST /api/sessions/people/lookup", { text: "a" })).toBe(403)
    const cookies = await admin.context().cookies()
    const token = cookies.find(({ name }) => name.includes("session-token"))
    expect(JSON.stringify(sessions)).not.toContain(token?.value)
    const forged = await admin.request.delete(`/api/sessions/own/${handle}`)
    expect(forged.status()).toBe(403)
    expect(await statusOf(admin, "GET /api/recents")).toBe(200)
  })

  test("an administrator ends all sessions of one person, and of everyone", async ({ browser }) => {
    const hr = await enter(browser, "hr")
    const analyst = await enter(browser, "analyst")
    const elsewhere = await enter(browser, "admin", iPhone)
    const admin = await enter(browser, "admin")
    const card = await openTab(admin)
    await card.getByLabel("Person: name, e-mail or id").fill("hr@demo")
    await admin.keyboard.press("Enter")
    const row = card.getByRole("listitem").filter({ hasText: "hr@demo.test" })
    await row.getByRole("button", { name: /^End sessions: / }).click()
    const asked = admin.getByRole("dialog", { name: /^End all sessions of / })
    await asked.getByRole("button", { name: "End sessions" }).click()
    await expect(card.getByText(/ is signed out everywhere\.$/)).toBeVisible()
    await expect(card.getByText("Nobody who is signed in matches this.")).toBeVisible()
    await hr.goto("/saved")
    await expect(hr).toHaveURL(/\/signin/)
    expect(await statusOf(analyst, "GET /api/recents")).toBe(200)

    await card.getByRole("button", { name: "End everybody’s sessions" }).click()
    const all = admin.getByRole("dialog", { name: "End everybody’s sessions?" })
    await all.getByRole("button", { name: "End everybody’s sessions" }).click()
    await expect(card.getByText("Everybody else is signed out.")).toBeVisible()
    await expect(ownList(admin)).toHaveCount(1)
    for (const page of [analyst, elsewhere])
      expect(await statusOf(page, "GET /api/recents")).toBe(401)
    await analyst.goto("/")
    await expect(analyst).toHaveURL(/\/signin/)
    const audit = await admin.request.get("/api/audit?kind=session_ended&limit=5")
    const { events } = await audit.json()
    expect(events[0]).toMatchObject({
      person: { email: "admin@demo.test" },
      details: { by: "administrator", which: "everybody" },
    })
    expect(events[1]).toMatchObject({
      about: { email: "hr@demo.test" },
      details: { by: "administrator" },
    })
  })

  test("the Sessions tab has no axe findings and no small targets, and works in each language", async ({
    browser,
  }) => {
    await enter(browser, "admin", iPhone)
    const page = await enter(browser, "admin", windows, "/settings")
    await page.emulateMedia({ reducedMotion: "reduce" })
    for (const [locale, tab] of [
      ["de", "Sitzungen"],
      ["da", "Sessioner"],
      ["en", "Sessions"],
    ] as const) {
      await page.context().addCookies([{ name: "locale", value: locale, url: dashboard.url }])
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto("/settings")
      const opener = page.getByRole("tab", { name: tab, exact: true })
      await expect(async () => {
        await opener.click()
        await expect(opener).toHaveAttribute("aria-selected", "true", { timeout: 1000 })
      }).toPass()
      await page.getByRole("searchbox").fill("demo")
      await page.keyboard.press("Enter")
      await expect(page.getByRole("listitem").filter({ hasText: "admin@demo.test" })).toBeVisible()
      const small = await page
        .getByRole("tabpanel")
        .locator("button, input")
        .evaluateAll((targets) =>
          targets.filter((target) => target.getBoundingClientRect().height < 44).map(String),
        )
      expect(small).toEqual([])
      const wide = () =>
        page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(await wide()).toBeLessThanOrEqual(0)
    }
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme)
      const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
      expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target}`)).toEqual([])
    }
  })
})
