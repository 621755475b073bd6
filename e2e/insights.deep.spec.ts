import type { Browser, Locator, Page } from "@playwright/test"
import { printPath, type Row } from "@/lib/catalogue"
import { areaPaths } from "@/lib/client"
import { untilAllCopied } from "./copy-list"
import { readWorkspace } from "./environment"
import { expect, type Role, signIn, test } from "./people"
import { reachedUpstream } from "./recorded"
import { askService, candidatePaths, operationOf, readAll } from "./service-api"
import { type OwnDashboard, startCopyingDashboard } from "./start-own-dashboard"

// One worker, so that there is one dashboard; it copies its lists automatically.
test.describe.configure({ mode: "default" })

let own: OwnDashboard
test.beforeAll(async () => {
  own = await startCopyingDashboard()
})
test.afterAll(() => own?.stop())

const everyArea = Object.values(areaPaths).filter((path) => path !== "figures")

/** The row counts that the page's figures announce, and their links. */
const figuresOf = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("link")
    .evaluateAll((links) =>
      links.flatMap((link) => {
        const [, count] = /^Open ([\d,]+) rows?$/.exec(link.getAttribute("title") ?? "") ?? []
        return count === undefined
          ? []
          : [{ count: Number(count.replaceAll(",", "")), href: link.getAttribute("href") ?? "" }]
      }),
    )

/** How many rows a report's URL has, by the copies. */
async function rowsAt(page: Page, href: string): Promise<number> {
  const url = new URL(href, own.url)
  const search = new URLSearchParams(
    [...url.searchParams].filter(([name]) => name !== "sort" && !name.startsWith("view.")),
  )
  const list = url.pathname.replace("/reports/all-", "")
  const answer = await page.request.get(`${own.url}/api/answers/${list}/total?${search}`)
  expect(answer.ok(), href).toBe(true)
  return (await answer.json()).count
}

/** Opens Home once all lists of the role are copied. */
async function openCopied(browser: Browser, role: Role): Promise<Page> {
  const page = await browser.newPage()
  await signIn(page, role, `${own.url}/`)
  await untilAllCopied(page)
  return page
}

test("each figure of each area links to as many rows as it says", async ({ browser }) => {
  test.setTimeout(300_000)
  const page = await openCopied(browser, "admin")
  let followed = 0
  for (const area of everyArea) {
    await page.goto(`${own.url}/${area}`)
    await expect(page.getByText(/^Updated/).first()).toBeVisible()
    await page.waitForLoadState("networkidle")
    const figures = await figuresOf(page)
    expect(figures.length, area).toBeGreaterThan(0)
    for (const { count, href } of figures) expect(await rowsAt(page, href), href).toBe(count)
    followed += figures.length
    const [first] = figures
    await page.locator(`main a[href="${first?.href}"]`).first().click()
    await expect(page.getByRole("grid")).toBeVisible()
  }
  expect(followed).toBeGreaterThan(40)
  await page.context().close()
})

const figureIn = (tile: Locator, label: string) =>
  tile.getByRole("listitem").filter({ hasText: label }).getByRole("link")

test("departments' missing fields are counted as in the platform's rows, on Home and in Organisation", async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const page = await openCopied(browser, "admin")
  const rows = await readAll(operationOf("departments"), {})
  const partOf = (row: Row, field: string) =>
    field.split(".").reduce<unknown>((value, name) => (value as Row | null)?.[name], row)
  const lacking = (field: string) =>
    rows.filter((row: Row) => (partOf(row, field) ?? null) === null).length
  await page.goto(`${own.url}/`)
  await expect(
    figureIn(
      page.getByRole("region", { name: "Departments without a manager" }),
      "Without a manager",
    ),
  ).toHaveText(lacking("managerUserId").toLocaleString("en-GB"))
  await page.goto(`${own.url}/organisation`)
  const tile = page.getByRole("region", { name: "Departments that lack something" })
  for (const [label, field] of [
    ["No address", "addressLine"],
    ["No e-mail", "email"],
    ["No time zone", "timeZone"],
    ["No city", "city"],
    ["No phone number", "phoneNumber.number"],
  ] as const) {
    const count = lacking(field)
    if (count > 0) await expect(figureIn(tile, label)).toHaveText(count.toLocaleString("en-GB"))
    else await expect(tile.getByRole("listitem").filter({ hasText: label })).toContainText("0% of")
  }
  await page.context().close()
})

/** The reviews of each form at the service; none if the form's steps are switched off. */
async function readReviews() {
  const modules = readWorkspace().entries.filter(({ kind }) => kind === "serviceFormModule")
  const forms = modules.flatMap(({ id: moduleId, children }) =>
    children.map(({ id: formId, name }) => ({ moduleId, formId, name })),
  )
  const read = forms.map(async ({ name, ...path }) => {
    const rows = await readAll(operationOf("stage-reviews"), path).catch((): Row[] => [])
    return [name, rows] as const
  })
  return Promise.all(read)
}

const hour = 3_600_000

/** The milliseconds between two times, shortest first, without pairs that lack one. */
const waitsOf = (times: readonly (readonly [from: unknown, to: unknown])[]) =>
  times
    .map(([from, to]) => Date.parse(`${to}`) - Date.parse(`${from}`))
    .filter(Number.isFinite)
    .toSorted((one, other) => one - other)

const untilReview = (rows: readonly Row[]) =>
  waitsOf(rows.map((row) => [row["creationDateTime"], row["reviewDateTime"]]))

function medianOf(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

function inWords(wait: number): string {
  const written = (value: number, unit: string, digits: number) => {
    const text = value.toLocaleString("en", { maximumFractionDigits: digits })
    return `${text} ${unit}${text === "1" ? "" : "s"}`
  }
  if (wait >= 24 * hour) return written(wait / hour / 24, "day", 1)
  return wait >= hour ? written(wait / hour, "hour", 1) : written((wait / hour) * 60, "minute", 0)
}

test("the forms with the slowest decisions match the platform's rows, and link to them", async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const page = await openCopied(browser, "hr")
  const decided = (await readReviews())
    .map(([name, rows]) => ({ name, waits: untilReview(rows) }))
    .filter(({ waits }) => waits.length > 0)
    .map(({ name, waits }) => ({ name, count: waits.length, median: medianOf(waits) }))
    .toSorted((one, other) => other.median - one.median)
    .slice(0, 6)
  expect(decided.length).toBeGreaterThan(2)
  await page.goto(`${own.url}/forms`)
  const tile = page.getByRole("region", { name: "Time to decision by form" })
  await expect(tile.getByRole("row")).toHaveCount(decided.length + 1)
  for (const { name, median } of decided)
    await expect(
      tile.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) }),
    ).toContainText(inWords(median))
  const [slowest] = decided
  if (!slowest) throw new Error("No form has decided anything.")
  await tile.getByRole("row").nth(1).getByRole("link").first().click()
  await expect(page.getByRole("grid", { name: "Reviews", exact: true })).toBeVisible()
  await expect(page.getByText(`All ${slowest.count} rows loaded`)).toBeVisible()
  await page.context().close()
})

/** How long each post waited for its readers, at the service. */
async function readReadings() {
  const views = operationOf("content-views")
  const modules = readWorkspace().entries.filter(({ kind }) => kind === "contentModule")
  const read = modules.map(async ({ id: moduleId }) => {
    const posts = await readAll(operationOf("content-posts"), { moduleId })
    const ofPosts = posts.map(async ({ id, creationDateTime }) => {
      const rows = await readAll(views, { moduleId, contentId: `${id}` })
      return waitsOf(rows.map(({ dateSwiped }) => [creationDateTime, dateSwiped]))
    })
    return Promise.all(ofPosts)
  })
  return (await Promise.all(read)).flat().filter((waits) => waits.length > 0)
}

test("the posts that people read latest after creation match the platform's rows, and link to them", async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const page = await openCopied(browser, "hr")
  const slowest = (await readReadings())
    .map((waits) => ({ count: waits.length, median: medianOf(waits) }))
    .toSorted((one, other) => other.median - one.median)
    .slice(0, 6)
  expect(slowest.length).toBe(6)
  await page.goto(`${own.url}/news`)
  const tile = page.getByRole("region", { name: "Time to read by post" })
  await expect(tile.getByRole("row")).toHaveCount(7)
  for (const [at, { median }] of slowest.entries())
    await expect(
      tile
        .getByRole("row")
        .nth(at + 1)
        .getByRole("cell")
        .first(),
    ).toHaveText(inWords(median))
  await tile.getByRole("row").nth(1).getByRole("link").first().click()
  await expect(page.getByRole("grid", { name: "Readers" })).toBeVisible()
  await expect(page.getByText(`All ${slowest[0]?.count} rows loaded`)).toBeVisible()
  await page.context().close()
})

const day = 86_400_000

/** Midnight by the browser's clock, this many days from today. */
const midnightIn = (page: Page, days: number) =>
  page.evaluate((ahead) => {
    const now = new Date()
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead).getTime()
  }, days)

/**
 * Every record of an operation that the workspace names, from the service; leaves out those that
 * the service does not have.
 */
async function readNamed(id: string): Promise<Row[]> {
  const operation = operationOf(id)
  const records: Row[] = []
  for (const parameters of await candidatePaths(operation)) {
    const answer = await askService(printPath(operation, parameters))
    if (answer.ok) records.push(((await answer.json()) as { data: Row }).data)
  }
  return records
}

const expectFigure = async (tile: Locator, label: string, count: number, all: number) => {
  if (count > 0) await expect(figureIn(tile, label)).toHaveText(count.toLocaleString("en-GB"))
  const item = tile.getByRole("listitem").filter({ hasText: label })
  await expect(item).toContainText(`% of ${all.toLocaleString("en-GB")}`)
}

test("coming events are the platform's events from today on, the next one first", async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const page = await openCopied(browser, "admin")
  const events = await readNamed("calendar-event")
  expect(events.length).toBeGreaterThan(5)
  await page.goto(`${own.url}/events`)
  const [today = 0, inWeek = 0, inMonth = 0] = await Promise.all(
    [0, 7, 30].map((days) => midnightIn(page, days)),
  )
  expect(inMonth - today).toBeGreaterThan(29 * day)
  const startOf = ({ startDate }: Row) => Date.parse(`${startDate}`)
  const coming = events
    .filter((event) => event["isCancelled"] !== true && startOf(event) >= today)
    .toSorted((one, other) => startOf(one) - startOf(other))
  const next = page.getByRole("region", { name: "Next events" })
  const tile = page.getByRole("region", { name: "Upcoming events" })
  await expect(page.getByRole("main").getByRole("region").first()).toHaveAccessibleName(
    "Next events",
  )
  if (coming.length === 0) await expect(tile).toContainText("There are none.")
  else {
    const until = (end: number) => coming.filter((event) => startOf(event) < end).length
    await expectFigure(tile, "In the next 7 days", until(inWeek), coming.length)
    await expectFigure(tile, "In the next 30 days", until(inMonth), coming.length)
    await expect(next.getByRole("row")).toHaveCount(1 + Math.min(6, coming.length))
    const first = next.getByRole("row").nth(1).getByRole("link").first()
    const [event] = coming
    const text = new Intl.DateTimeFormat("en-GB", {
      dateStyle: "medium",
      timeZone: "Europe/Copenhagen",
    }).format(startOf(event ?? {}))
    await expect(first).toHaveText(text)
  }
  const cancelled = page.getByRole("region", { name: "Cancelled and inactive events" })
  const count = (is: (event: Row) => boolean) => events.filter(is).length
  const isCancelled = count((event) => event["isCancelled"] === true)
  await expectFigure(cancelled, "Cancelled", isCancelled, events.length)
  await expectFigure(
    cancelled,
    "Inactive",
    count((event) => event["isActive"] === false),
    events.length,
  )
  await page.goto(`${own.url}/reports/all-calendar-events`)
  await expect(page.getByText("The events that the workspace names")).toBeVisible()
  await expect(
    page.getByText(new RegExp(`All ${events.length} rows loaded|of ${events.length} rows loaded`)),
  ).toBeVisible()
  await page.context().close()
})

test("templates that lack a language are counted as at the platform, including those without any text", async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const page = await openCopied(browser, "admin")
  const templates = await readNamed("communication-template")
  const codesOf = ({ communicationTemplateCultures }: Row) =>
    ((communicationTemplateCultures ?? []) as Row[]).map(({ cultureCode }) => cultureCode)
  const tile = page.getByRole("region", { name: "Templates that lack a language" })
  // The tile is missing if the page is rendered before the departments' languages are known.
  await expect(async () => {
    await page.goto(`${own.url}/messages`)
    await expect(tile).toBeVisible({ timeout: 2000 })
  }).toPass()
  const departments = await readAll(operationOf("departments"), {})
  const read = new Set(departments.map(({ contentCulture }) => contentCulture))
  const languages = Object.entries({ "da-DK": "Danish", "de-DE": "German", "en-GB": "English" })
  const shown = languages.filter(([code]) => read.has(code))
  expect(shown.length).toBeGreaterThan(0)
  for (const [code, language] of shown) {
    const lacking = templates.filter((template) => !codesOf(template).includes(code)).length
    expect(lacking).toBeGreaterThan(0)
    await expectFigure(tile, `Not in ${language}`, lacking, templates.length)
  }
  const unfinished = page.getByRole("region", { name: "Templates to review" })
  const bare = templates.filter((template) => codesOf(template).length === 0).length
  await expectFigure(unfinished, "Without any text", bare, templates.length)
  await page.context().close()
})

test("requests that Home and the areas send from the browser reach no platform", async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const page = await openCopied(browser, "admin")
  const requests: { readonly url: string; readonly id: string | undefined }[] = []
  page.on("response", (answer) => {
    const { pathname } = new URL(answer.url())
    if (pathname.startsWith("/api/"))
      requests.push({ url: pathname, id: answer.headers()["x-request-id"] })
  })
  for (const path of ["", ...everyArea]) {
    await page.goto(`${own.url}/${path}`)
    await expect(page.getByText(/^Updated/).first()).toBeVisible()
    await page.waitForLoadState("networkidle")
  }
  expect(requests.length).toBeGreaterThan(everyArea.length)
  for (const { url, id } of requests) expect(await reachedUpstream(id), url).toBe(false)
  await page.context().close()
})

test("a role sees only the insights that it may read, and an area without any names the permission", async ({
  browser,
}) => {
  const page = await browser.newPage()
  await signIn(page, "analyst", `${own.url}/`)
  await expect(page.getByRole("region", { name: "Departments without a manager" })).toBeVisible()
  await expect(page.getByRole("region", { name: "Courses not completed" })).toHaveCount(0)
  await page.goto(`${own.url}/training`)
  await expect(page.getByText("training:read")).toBeVisible()
  await page.context().close()
})
