import { type BrowserContext, test as base, type Page } from "@playwright/test"
import { Client } from "pg"
import { type ListOperation, listOperations } from "@/lib/catalogue"
import { findFreePort } from "@/scripts/free-port"
import { openDocument } from "./document-stream"
import { serviceUrl } from "./environment"
import { cookieOf, expect, isAlive, signIn, test } from "./people"
import { type Recorder, startRecorder } from "./recorder"
import { reportUrl } from "./report-page"
import { answeringPath, operationOf, readAll } from "./service-api"
import { shownCatalogue } from "./shown-catalogue"
import { type OwnDashboard, startOwnDashboard } from "./start-own-dashboard"

const bar = (page: Page) => page.getByRole("progressbar", { name: "Opening the page" })
const notice = (page: Page) => page.getByRole("status").filter({ hasText: /longer than usual/ })
const navigation = (page: Page) => page.getByRole("navigation", { name: "Main navigation" })

/** Holds requests to matching URLs from now on; returns a function that releases them. */
async function hold(page: Page, address: string): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await held
    await route.continue()
  })
  return release
}

const askedFor = (page: Page, part: string) =>
  page.waitForRequest((request) => request.url().includes(part))

test("a clicked link shows a progress bar at once, and a notice after five seconds", async ({
  openAs,
}) => {
  const page = await openAs("admin")
  await page.clock.install()
  await page.goto("/downloads")
  await expect(page.getByRole("heading", { level: 1, name: "Downloads" })).toBeVisible()
  const release = await hold(page, "**/*_rsc=*")
  const requested = askedFor(page, "/saved?_rsc=")
  await navigation(page).getByRole("link", { name: "Saved" }).click()
  await expect(bar(page)).toBeVisible()
  await requested
  await expect(page).toHaveURL(/\/downloads$/)
  await expect(notice(page)).toBeHidden()
  await page.clock.fastForward(5500)
  await expect(notice(page)).toBeVisible()
  release()
  await expect(page).toHaveURL(/\/saved$/)
  await expect(page.getByRole("heading", { level: 1, name: "Saved" })).toBeVisible()
  await expect(bar(page)).toBeHidden()
  await expect(notice(page)).toBeHidden()
})

test("the palette shows the progress bar too, and a click that opens another tab does not", async ({
  openAs,
}) => {
  const page = await openAs("hr")
  await page.goto("/")
  await page.getByRole("heading", { level: 1 }).waitFor()
  await page.waitForLoadState("networkidle")
  const release = await hold(page, "**/*_rsc=*")
  const opened = page.context().waitForEvent("page")
  await navigation(page)
    .getByRole("link", { name: "Downloads" })
    .click({ modifiers: ["Control"] })
  await (await opened).close()
  await expect(bar(page)).toBeHidden()
  await page.keyboard.press("Control+k")
  await page.getByRole("dialog").getByRole("combobox").fill("downloads")
  await page.getByRole("option", { name: "Downloads" }).first().click()
  await expect(bar(page)).toBeVisible()
  release()
  await expect(page).toHaveURL(/\/downloads$/)
  await expect(bar(page)).toBeHidden()
})

test("a list that waits for its rows shows a notice after five seconds, until they arrive", async ({
  openAs,
}) => {
  const page = await openAs("hr")
  await page.clock.install()
  await page.goto("/reports/departments")
  await expect(page.getByText(/\d+ rows? loaded/)).toBeVisible()
  await isAlive(page)
  const release = await hold(page, "**/api/v1.4/departments?*")
  const requested = askedFor(page, "/api/v1.4/departments?")
  await page.evaluate(() => window.history.pushState(null, "", "/reports/departments?sort=-name"))
  await requested
  await expect(page.locator("[role=grid][aria-busy=true]")).toBeVisible()
  await page.clock.fastForward(3000)
  await expect(notice(page)).toBeHidden()
  await page.clock.fastForward(2500)
  await expect(notice(page)).toBeVisible()
  release()
  await expect(page.locator("[role=grid][aria-busy=false]")).toBeVisible()
  await expect(notice(page)).toBeHidden()
})

test("a page that shows only placeholders shows a notice after five seconds", async ({
  openAs,
}) => {
  const page = await openAs("analyst")
  await page.clock.install()
  const release = await hold(page, "**/api/exports*")
  const requested = askedFor(page, "/api/exports")
  await page.goto("/downloads")
  await requested
  await page.clock.fastForward(6000)
  await expect(notice(page)).toBeVisible()
  release()
  await expect(notice(page)).toBeHidden()
})

test.describe("while the platform does not respond", () => {
  // All tests hold the responses of one recorder.
  base.describe.configure({ mode: "default" })
  let recorder: Recorder
  let dashboard: OwnDashboard
  let context: BrowserContext

  base.beforeAll(async ({ browser }) => {
    recorder = await startRecorder(await findFreePort(), new URL(serviceUrl()))
    dashboard = await startOwnDashboard(recorder.url)
    context = await browser.newContext({ baseURL: dashboard.url })
    await signIn(await context.newPage(), "hr")
  })
  base.afterAll(async () => {
    await context?.close()
    await dashboard?.stop()
    await recorder?.stop()
  })

  test("a record's page shows placeholders and, after five seconds, a notice", async () => {
    const operation = operationOf("communication-template", shownCatalogue)
    const [id] = Object.values(await answeringPath(operation))
    const page = await context.newPage()
    await page.clock.install()
    const release = recorder.hold()
    await page.goto(`/data/${operation.id}/${id}`, { waitUntil: "commit" })
    await expect(page.getByRole("heading", { level: 1, name: operation.title })).toBeVisible()
    await isAlive(page)
    await expect(notice(page)).toBeHidden()
    await page.clock.fastForward(5500)
    await expect(notice(page)).toBeVisible()
    release()
    await expect(notice(page)).toBeHidden()
    const heading = page.getByRole("heading", { level: 1 })
    await expect(heading).not.toHaveText(operation.title)
    const name = await heading.textContent()
    await expect(page).toHaveTitle(`${name} · ${operation.title} · Workplace Reporting`)
  })

  const departments = operationOf("departments", shownCatalogue) as ListOperation
  const nobodys = "00000000-0000-4000-8000-000000000000"

  /** Collects the page's own requests for the report's rows. */
  function rowsAsked(page: Page): string[] {
    const requested: string[] = []
    page.on("request", (request) => {
      if (new URL(request.url()).pathname === "/api/v1.4/departments") requested.push(request.url())
    })
    return requested
  }

  test("a report's heading, filters and columns arrive, and its rows follow in the same document", async () => {
    const search = "sort=-name"
    const [first] = await readAll(departments, {}, search)
    const release = recorder.hold()
    const cookie = cookieOf(await context.storageState())
    const document = await openDocument(`${dashboard.url}/reports/departments?${search}`, cookie)
    expect(document.status).toBe(200)
    const head = await document.readUntil(">Loading rows<")
    const parts = [">Organisation<", "Departments</h1>", ">Add filter<", 'role="columnheader"']
    expect(parts.filter((part) => !head.includes(part))).toEqual([])
    expect(head.includes(`${first?.["id"]}`)).toBe(false)
    release()
    await document.readUntil(`${first?.["id"]}`)
  })

  test("a report's columns are shown, and its rows arrive without another request", async () => {
    const page = await context.newPage()
    const requested = rowsAsked(page)
    const release = recorder.hold()
    await page.goto("/reports/departments?sort=name", { waitUntil: "commit" })
    await expect(page.getByRole("columnheader", { name: "Name" }).first()).toBeVisible()
    await expect(page.locator("[data-row]")).toHaveCount(0)
    release()
    await expect(page.locator("[data-row]").first()).toBeVisible()
    await expect(page.getByText(/\d+ rows? loaded/)).toBeVisible()
    expect(requested).toEqual([])
    await page.close()
  })

  test("navigation to a report is not blocked", async () => {
    const page = await context.newPage()
    await page.goto("/downloads")
    await isAlive(page)
    const requested = rowsAsked(page)
    const release = recorder.hold()
    await page.evaluate(() =>
      (
        window as unknown as { next: { router: { push: (href: string) => void } } }
      ).next.router.push("/reports/departments?sort=city"),
    )
    await expect(page.getByRole("columnheader", { name: "Name" }).first()).toBeVisible()
    await expect(page.locator("[data-row]")).toHaveCount(0)
    release()
    await expect(page.locator("[data-row]").first()).toBeVisible()
    expect(requested).toEqual([])
    await page.close()
  })

  test("a late refusal shows the same message as an immediate one", async () => {
    const posts = listOperations(shownCatalogue).find(
      ({ domain, parameters }) => domain === "content" && Object.keys(parameters).length === 1,
    )
    if (!posts) throw new Error("No list of contents is within something.")
    const [name = ""] = Object.keys(posts.parameters)
    const page = await context.newPage()
    const release = recorder.hold()
    await page.goto(reportUrl(posts, { [name]: nobodys }), { waitUntil: "commit" })
    await expect(page.getByRole("columnheader").first()).toBeVisible()
    release()
    await expect(page.getByText("There is nothing under this id.")).toBeVisible()
    await page.close()
  })

  /** Locks the departments in the dashboard's database; returns a function that unlocks them. */
  async function lockDepartments(): Promise<() => Promise<void>> {
    const client = new Client({ connectionString: dashboard.databaseUrl })
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where tablename = 'department_name'",
    )
    await client.query(`begin; lock table ${rows[0]?.name} in access exclusive mode`)
    return () => client.end()
  }

  test("a slow database does not delay the departments' page either", async () => {
    const page = await context.newPage()
    await page.goto("/organisation/tree")
    await expect(page.locator("[data-line]").first()).toBeVisible()
    const [first] = await readAll(departments, {})
    const release = await lockDepartments()
    const cookie = cookieOf(await context.storageState())
    const document = await openDocument(`${dashboard.url}/organisation/tree`, cookie)
    const head = await document.readUntil(">Loading<")
    const parts = [">Organisation</h1>", 'type="search"', ">External id<"]
    expect(parts.filter((part) => !head.includes(part))).toEqual([])
    await page.reload({ waitUntil: "commit" })
    await expect(page.getByRole("heading", { level: 1, name: "Organisation" })).toBeVisible()
    await expect(page.locator("[data-line]")).toHaveCount(0)
    await release()
    await expect(page.locator("[data-line]").first()).toBeVisible()
    await document.readUntil(`${first?.["id"]}`)
    await page.close()
  })
})
