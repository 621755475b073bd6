import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { BrowserContext, Page } from "@playwright/test"
import { catalogue, fieldsOf, listOperations, singleOperations } from "@/lib/catalogue"
import { dashboardUrl, recorderUrl, secrets } from "./environment"
import { plants } from "./leak-plants"
import { type Canary, findLeaks, LeakScan } from "./leak-scan"
import { expect, mayRead, type Role, roles, test } from "./people"
import { recordedCalls } from "./recorded"
import { reportUrl } from "./report-page"
import { answeringPath, gatedPath } from "./service-api"

/**
 * The client secrets and session secret, the tokens and cursors in use, and the platform's address.
 */
async function canaries(): Promise<Canary[]> {
  const calls = await recordedCalls()
  const tokens = calls.flatMap(({ token }) => token ?? [])
  const cursors = calls.flatMap(({ path }) => {
    const cursor = new URL(path, "http://localhost").searchParams.get("cursor")
    return cursor ?? []
  })
  const values = [
    ...secrets().map((value) => ({ name: "secret", value })),
    ...[...new Set(tokens)].map((value) => ({ name: "token", value })),
    ...[...new Set(cursors)].map((value) => ({ name: "upstream cursor", value })),
    { name: "upstream address", value: new URL(recorderUrl()).host },
  ]
  expect(tokens.length).toBeGreaterThan(0)
  expect(cursors.length).toBeGreaterThan(0)
  return values
}

async function everyPage(role: Role): Promise<string[]> {
  const paths = ["/"]
  for (const operation of listOperations(catalogue)) {
    const gated = await gatedPath(operation)
    paths.push(reportUrl(operation, await answeringPath(operation)))
    if (gated) paths.push(reportUrl(operation, gated))
  }
  for (const operation of singleOperations(catalogue))
    paths.push(`/data/${operation.id}/${Object.values(await answeringPath(operation)).join("/")}`)
  const dataPoints = listOperations(catalogue).find(({ id }) => id === "data-points")
  if (dataPoints && mayRead(role, "kpis"))
    paths.push(`/figures/${Object.values(await answeringPath(dataPoints)).join("/")}`)
  return [...paths, "/settings", "/sessions", "/data", "/nowhere"]
}

/** Opens the paths in three pages at once, because each has to become idle. */
async function visitAll(context: BrowserContext, paths: readonly string[], scan: LeakScan) {
  const left = [...paths]
  const visitSome = async () => {
    const page = await context.newPage()
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      await page.goto(path)
      await page.waitForLoadState("networkidle")
      await scan.keepState(page)
    }
    await page.close()
  }
  await Promise.all([visitSome(), visitSome(), visitSome()])
}

async function askBesidePages(page: Page) {
  await page.goto("/")
  // Follows the platform's cursors, whose own text must not reach the browser.
  const list = await page.request.get("/api/v1.4/departments?limit=5")
  const { nextUrl } = (await list.json()) as { nextUrl?: string }
  await page.evaluate(async (path) => (await fetch(path)).text(), nextUrl ?? "/")
  await page.evaluate(async () => (await fetch("/api/v1.4/departments?colour=red")).text())
  await page.evaluate(async () => (await fetch("/api/auth/session")).text())
  await page.evaluate(async () => (await fetch("/api/auth/error?error=Callback")).text())
  await page.evaluate(async () => (await fetch("/api/quota")).text())
  for (const path of ["/", "/reports/departments", "/figures"])
    await page.evaluate(
      async (url) => (await fetch(url, { headers: { rsc: "1" } })).text(),
      `${path}?_rsc=scan`,
    )
  await page.evaluate(async () => (await fetch("/api/quota")).text())
}

/** A list whose records contain the platform's URLs, if the role may read one. */
function findListToExport(role: Role) {
  const lists = listOperations(catalogue).filter(({ domain }) => mayRead(role, domain))
  const hasLinks = lists.find((operation) =>
    Object.values(fieldsOf(catalogue, operation)).some(({ link }) => link),
  )
  return hasLinks ?? lists[0]
}

/** Exports a list, opens the downloads, and reads the file and its manifest. */
async function readExport(page: Page, role: Role, scan: LeakScan) {
  const operation = findListToExport(role)
  if (!operation) throw new Error(`${role} reads no list.`)
  const order = {
    operation: operation.id,
    parameters: await answeringPath(operation),
    format: "csv",
  }
  await page.goto("/downloads")
  const id = await page.evaluate(async (body) => {
    const headers = { "content-type": "application/json", "x-requested-with": "dashboard" }
    const started = await fetch("/api/exports", { method: "POST", headers, body })
    return (await started.json()).id as string
  }, JSON.stringify(order))
  await page.reload()
  await expect(page.locator(`a[href="/api/exports/${id}/file"]`)).toBeVisible()
  await scan.keepState(page)
  const read = (name: string) =>
    page.evaluate(async (path) => (await fetch(path)).text(), `/api/exports/${id}/${name}`)
  expect((await read("file")).split("\n").length).toBeGreaterThan(2)
  expect(await read("manifest")).toContain("complete")
}

/** Data that the dashboard stores for people and returns in its own responses. */
const keptAnswers = [
  "/api/workspace",
  "/api/workspace/export",
  "/api/names/users",
  "/api/views?report=",
  "/api/palette",
  "/api/recents",
  "/api/exports",
] as const

/**
 * Saves a view, opens the report with it, and requests everything that the dashboard stores,
 * permitted or not.
 */
async function readKept(page: Page, role: Role, scan: LeakScan) {
  const operation = listOperations(catalogue).find(
    ({ domain }) => mayRead(role, domain) && domain !== "users",
  )
  if (!operation) throw new Error(`${role} reads no list.`)
  const report = operation.id
  const parameters = await answeringPath(operation)
  const search = new URL(reportUrl(operation, parameters), "http://x").searchParams.toString()
  const view = { report, name: "Looked through", search, role: null }
  await page.goto("/")
  const id = await page.evaluate(async (body) => {
    const headers = { "content-type": "application/json", "x-requested-with": "dashboard" }
    const saved = await fetch("/api/views", { method: "POST", headers, body })
    return (await saved.json()).id as string
  }, JSON.stringify(view))
  await page.goto(reportUrl(operation, parameters, `view.saved=${id}`))
  await expect(page.getByRole("button", { name: /^Saved/ })).toContainText(view.name)
  await scan.keepState(page)
  for (const path of keptAnswers)
    await page.evaluate(
      async (url) => (await fetch(url)).text(),
      path.endsWith("=") ? `${path}${report}` : path,
    )
  const removed = await page.evaluate(async (url) => {
    const headers = { "content-type": "application/json", "x-requested-with": "dashboard" }
    return (await fetch(url, { method: "DELETE", headers })).status
  }, `/api/views/${id}`)
  expect(removed).toBe(204)
}

// An administrator's pages include everyone else's; `npm run test:deep` checks the other roles too.
for (const role of roles) {
  const tag = role === "admin" ? [] : ["@deep"]
  // rules: A report page 5
  test(`nothing that ${role}'s browser receives or stores contains a token, a secret or the platform's address`, {
    tag,
  }, async ({ browser, sessionOf }) => {
    test.setTimeout(180_000)
    const context = await browser.newContext({ storageState: await sessionOf(role) })
    const scan = new LeakScan(context, dashboardUrl())
    await visitAll(context, await everyPage(role), scan)
    const page = await context.newPage()
    await askBesidePages(page)
    await readExport(page, role, scan)
    await readKept(page, role, scan)
    await scan.keepState(page)
    const found = await scan.findLeaks(await canaries())
    await context.close()
    expect(scan.size).toBeGreaterThan(200)
    for (const path of ["/settings", ...keptAnswers])
      expect(scan.sawAnswerOf(path), path).toBe(true)
    expect(found).toEqual([])
  })
}

test("no script or style that the dashboard serves contains a secret", async () => {
  const folder = join(import.meta.dirname, "..", ".next", "static")
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.(js|css|map|json)$/.test(file),
  )
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter((file) => file.endsWith(".map"))).toEqual([])
  const all = await canaries()
  const found = files.flatMap((file) =>
    findLeaks(file, readFileSync(join(folder, file), "utf8"), all),
  )
  expect(found).toEqual([])
})

for (const { where, plant } of plants)
  test(`the scan finds a canary planted in ${where}`, async ({ openAs }) => {
    const page = await openAs("hr")
    const scan = new LeakScan(page.context(), dashboardUrl())
    await page.goto("/")
    const [canary] = secrets().map((value) => ({ name: "secret", value }))
    if (!canary) throw new Error("There is no canary to plant.")
    await plant(page, canary.value)
    await scan.keepState(page)
    expect((await scan.findLeaks([canary])).length).toBeGreaterThan(0)
  })

for (const path of ["/settings", ...keptAnswers])
  test(`the scan finds a canary planted in a response of ${path}`, async ({ openAs }) => {
    const page = await openAs("admin")
    const scan = new LeakScan(page.context(), dashboardUrl())
    await page.goto("/downloads")
    const [value] = secrets()
    if (!value) throw new Error("There is no canary to plant.")
    const address = `${path}${path.endsWith("=") ? "departments" : ""}`
    await page.route(`**${address}`, async (route) => {
      const answer = await route.fetch({ maxRetries: 3 })
      await route.fulfill({ response: answer, body: `${await answer.text()} ${btoa(value)}` })
    })
    await page.evaluate(async (url) => (await fetch(url)).text(), address)
    const found = await scan.findLeaks([{ name: "secret", value }])
    expect(found.map(({ place }) => new URL(place).pathname)).toEqual([address.split("?")[0]])
  })
