import type { Locator, Page } from "@playwright/test"
import type { Row } from "@/lib/catalogue"
import { areaPaths } from "@/lib/client"
import { untilAllCopied } from "./copy-list"
import { expect, signIn, test } from "./people"
import { reachedUpstream } from "./recorded"
import { operationOf, readAll } from "./service-api"
import { type OwnDashboard, startCopyingDashboard } from "./start-own-dashboard"

// One worker has one dashboard, whose copies come by themselves.
test.describe.configure({ mode: "default" })

let own: OwnDashboard
test.beforeAll(async () => {
  own = await startCopyingDashboard()
})
test.afterAll(() => own?.stop())

const everyArea = Object.values(areaPaths).filter((path) => path !== "figures")

/** How many rows a figure says that it opens, and where it leads. */
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

/** How many rows an address of a report has, by the copies. */
async function rowsAt(page: Page, href: string): Promise<number> {
  const url = new URL(href, own.url)
  const search = new URLSearchParams(
    [...url.searchParams].filter(([name]) => !name.startsWith("view.")),
  )
  const list = url.pathname.replace("/reports/all-", "")
  const answer = await page.request.get(`${own.url}/api/answers/${list}/total?${search}`)
  expect(answer.ok(), href).toBe(true)
  return (await answer.json()).count
}

test("each figure of each area leads to as many rows as it says", async ({ browser }) => {
  test.setTimeout(300_000)
  const page = await browser.newPage()
  await signIn(page, "admin", `${own.url}/`)
  await untilAllCopied(page)
  let followed = 0
  for (const area of everyArea) {
    await page.goto(`${own.url}/${area}`)
    await expect(page.getByText(/^As of/).first()).toBeVisible()
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

test("what departments lack is counted from the platform's rows, for an administrator and on Home", async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const page = await browser.newPage()
  await signIn(page, "admin", `${own.url}/`)
  await untilAllCopied(page)
  const rows = await readAll(operationOf("departments"), {})
  const lacking = (field: string) => rows.filter((row: Row) => (row[field] ?? null) === null).length
  for (const path of ["/", "/organisation"]) {
    await page.goto(`${own.url}${path}`)
    const tile = page.getByRole("region", { name: "Departments that lack something" })
    for (const [label, field] of [
      ["No manager", "managerUserId"],
      ["No address", "addressLine"],
      ["No e-mail", "email"],
      ["No time zone", "timeZone"],
      ["No city", "city"],
    ] as const) {
      const count = lacking(field)
      if (count > 0) await expect(figureIn(tile, label)).toHaveText(count.toLocaleString("en-GB"))
      else
        await expect(tile.getByRole("listitem").filter({ hasText: label })).toContainText("0% of")
    }
  }
  await page.context().close()
})

test("what Home and the areas read in the browser reaches no platform", async ({ browser }) => {
  test.setTimeout(300_000)
  const page = await browser.newPage()
  await signIn(page, "admin", `${own.url}/`)
  await untilAllCopied(page)
  const requests: { readonly url: string; readonly id: string | undefined }[] = []
  page.on("response", (answer) => {
    const { pathname } = new URL(answer.url())
    if (pathname.startsWith("/api/"))
      requests.push({ url: pathname, id: answer.headers()["x-request-id"] })
  })
  for (const path of ["", ...everyArea]) {
    await page.goto(`${own.url}/${path}`)
    await expect(page.getByText(/^As of/).first()).toBeVisible()
    await page.waitForLoadState("networkidle")
  }
  expect(requests.length).toBeGreaterThan(everyArea.length)
  for (const { url, id } of requests) expect(await reachedUpstream(id), url).toBe(false)
  await page.context().close()
})

test("a role sees the insights of what it may read, and nothing of an area without any", async ({
  browser,
}) => {
  const page = await browser.newPage()
  await signIn(page, "analyst", `${own.url}/`)
  await expect(page.getByRole("region", { name: "Departments that lack something" })).toBeVisible()
  await expect(page.getByRole("region", { name: "Courses not completed" })).toHaveCount(0)
  await page.goto(`${own.url}/training`)
  await expect(page.getByText("training:read")).toBeVisible()
  await page.context().close()
})
