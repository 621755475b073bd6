import type { Page } from "@playwright/test"
import { untilAllCopied } from "./copy-list"
import { readWorkspace } from "./environment"
import { expectAccessible } from "./export-page"
import { expect, type Role, signIn, test } from "./people"
import { pickEntry } from "./pick-entry"
import { candidatePaths, operationOf, readAll } from "./service-api"
import { type OwnDashboard, startCopyingDashboard } from "./start-own-dashboard"

test.describe.configure({ mode: "default" })

let own: OwnDashboard
test.beforeAll(async () => {
  own = await startCopyingDashboard()
})
test.afterAll(() => own?.stop())

const enter = async (page: Page, role: Role) => {
  await signIn(page, role, `${own.url}/`)
  await untilAllCopied(page)
}

/** Every review with a status, over all forms. */
async function readReviews(status: string) {
  const operation = operationOf("stage-reviews")
  const found = []
  for (const path of await candidatePaths(operation))
    found.push(...(await readAll(operation, path).catch(() => [])))
  return found.filter((row) => row["status"] === status)
}

const tilesOf = (page: Page) => page.getByRole("region", { name: "Pinned" }).locator("ul > li")
const titlesOf = (page: Page) => tilesOf(page).locator("h2, h3").allTextContents()

async function choose(page: Page, tile: string, entry: string) {
  await page.getByRole("button", { name: `More: ${tile}` }).click()
  await pickEntry(page.getByRole("menuitem", { name: entry, exact: true }))
}

test("insights, summaries and views are pinned with their counts, moved, resized and shared", async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const page = await browser.newPage()
  await enter(page, "hr")
  const pending = await readReviews("Pending")

  await page.goto(`${own.url}/forms`)
  const pin = page.getByRole("button", { name: "Pin to Home: Decisions" })
  await pin.click()
  await expect(page.getByRole("button", { name: "Pinned to Home: Decisions" })).toBeVisible()

  await page.goto(`${own.url}/reports/all-stage-reviews/summary?status=Pending`)
  await page.getByRole("button", { name: "Saved", exact: true }).click()
  await pickEntry(page.getByRole("menuitem", { name: "Save under a new name…" }))
  const dialog = page.getByRole("dialog", { name: "Save under a new name" })
  await dialog.getByLabel("Name").fill("How many wait")
  await dialog.getByRole("combobox", { name: "Who sees it" }).click()
  await pickEntry(page.getByRole("option", { name: /role Administrator/ }))
  await dialog.getByRole("switch").click()
  await expectAccessible(page)
  await dialog.getByRole("button", { name: "Save", exact: true }).click()
  await expect(page.getByRole("button", { name: "How many wait" })).toBeVisible()

  await page.goto(`${own.url}/reports/all-stage-reviews?status=Pending`)
  await page.getByRole("button", { name: /^Saved/ }).click()
  await pickEntry(page.getByRole("menuitem", { name: "Save under a new name…" }))
  const naming = page.getByRole("dialog", { name: "Save under a new name" })
  await naming.getByLabel("Name").fill("Waiting rows")
  await naming.getByRole("switch").click()
  await naming.getByRole("button", { name: "Save", exact: true }).click()
  await expect(naming).toHaveCount(0)

  await page.goto(`${own.url}/`)
  await expect.poll(() => titlesOf(page)).toEqual(["Decisions", "How many wait", "Waiting rows"])
  const rows = tilesOf(page).filter({ hasText: "Waiting rows" })
  const summary = tilesOf(page).filter({ hasText: "How many wait" })
  for (const tile of [rows, summary])
    await expect(tile.getByText(`${pending.length}`, { exact: true })).toBeVisible()
  await expectAccessible(page)

  await choose(page, "Waiting rows", "Move forward")
  await expect.poll(() => titlesOf(page)).toEqual(["Decisions", "Waiting rows", "How many wait"])
  const widthOf = async () => (await rows.boundingBox())?.width ?? 0
  const narrow = await widthOf()
  await choose(page, "Waiting rows", "Make wider")
  await expect.poll(widthOf).toBeGreaterThan(narrow * 1.5)
  await page.reload()
  await expect.poll(() => titlesOf(page)).toEqual(["Decisions", "Waiting rows", "How many wait"])
  await expect.poll(widthOf).toBeGreaterThan(narrow * 1.5)

  await choose(page, "Decisions", "Name and sharing…")
  const sharing = page.getByRole("dialog", { name: "Name and sharing" })
  await sharing.getByLabel("Name").fill("What became of reviews")
  await sharing.getByRole("combobox", { name: "Who sees it" }).click()
  await pickEntry(page.getByRole("option", { name: /role Administrator/ }))
  await sharing.getByRole("button", { name: "Save", exact: true }).click()
  await expect.poll(() => titlesOf(page)).toContain("What became of reviews")

  const admin = await browser.newPage()
  await enter(admin, "admin")
  await expect.poll(() => titlesOf(admin)).toEqual(["How many wait", "What became of reviews"])
  await choose(admin, "How many wait", "Hide on my Home")
  await expect(admin.getByRole("button", { name: "1 hidden tile" })).toBeVisible()
  await page.reload()
  await expect.poll(() => titlesOf(page)).toContain("How many wait")

  await page.getByRole("link", { name: "Waiting rows" }).first().click()
  await expect(page.getByText(`All ${pending.length} rows loaded`)).toBeVisible()
  await page.goto(`${own.url}/saved`)
  await page.getByRole("link", { name: /^How many wait/ }).click()
  await expect(page).toHaveURL(/\/reports\/all-stage-reviews\/summary\?.*status=Pending/)
})

test("twelve tiles, opened in three tabs at once, all show their figures", async ({ browser }) => {
  test.setTimeout(240_000)
  const page = await (await browser.newContext()).newPage()
  await enter(page, "analyst")
  const ids = readWorkspace().entries.flatMap(({ kind, id }) => (kind === "dataSet" ? [id] : []))
  await page.evaluate(
    async (views) => {
      for (const view of views)
        await fetch("/api/views", {
          method: "POST",
          headers: { "content-type": "application/json", "x-requested-with": "dashboard" },
          body: JSON.stringify(view),
        })
    },
    Array.from({ length: 12 }, (_, at) => ({
      report: `kpi:${ids[at % ids.length]}`,
      name: `Tile ${at}`,
      search: `bucket=month&range=all&measure=count&label=${at}`,
      role: null,
      pinned: true,
    })),
  )
  const pages = [page, await page.context().newPage(), await page.context().newPage()]
  await Promise.all(pages.map((each) => each.goto(`${own.url}/`)))
  for (const each of pages) {
    await expect(tilesOf(each)).toHaveCount(12)
    await expect(tilesOf(each).getByText(/^Points · /)).toHaveCount(12)
    await expect(tilesOf(each).getByRole("alert")).toHaveCount(0)
  }
  await page.context().close()
})

test("Home shows what is new since the last visit with links to the rows, and nothing on the first visit", async ({
  browser,
}) => {
  const page = await browser.newPage()
  await enter(page, "hr")
  await expect(page.getByRole("heading", { name: "Home" })).toBeVisible()
  await expect(page.getByText("Since your last visit on")).toHaveCount(0)
  const posts = []
  for (const path of await candidatePaths(operationOf("content-posts")))
    posts.push(...(await readAll(operationOf("content-posts"), path)))
  const moments = posts.map((row) => `${row["creationDateTime"]}`).toSorted()
  const before = new Date(moments.at(-3) ?? "").toISOString()
  const count = posts.filter(
    (row) => Date.parse(`${row["creationDateTime"]}`) >= Date.parse(before),
  )
  await page.evaluate((last) => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith("last-visit")) localStorage.setItem(key, JSON.stringify({ last }))
  }, before)
  await page.reload()
  await expect(page.getByText("Since your last visit on")).toBeVisible()
  const link = page.getByRole("link", { name: `${count.length} new posts` })
  await link.click()
  await expect(page.getByText(`All ${count.length} rows loaded`)).toBeVisible()
})

test("an administrator's Home shows the set-up steps and the figures of the last complete month", async ({
  browser,
}) => {
  const page = await browser.newPage()
  await enter(page, "admin")
  const card = page.getByRole("region", { name: "Set-up and copies" })
  const stepOf = (name: string) => card.getByRole("listitem").filter({ hasText: name })
  await expect(stepOf("Names of people")).toContainText("none uploaded yet")
  await expect(stepOf("Names of people").getByLabel("Open")).toBeVisible()
  await expect(stepOf("Names of modules")).toContainText(`${readWorkspace().entries.length} named`)
  await expect(stepOf("Sign-in")).toContainText("demo accounts in use")
  await expect(stepOf("Quota")).toContainText(/\d+ requests a minute for everybody|no limit/)
  await expect(stepOf("Copies")).toContainText(/\d+ of \d+ lists/)
  const figures = page.getByRole("region", { name: "Figures of the last complete month" })
  const dataSets = readWorkspace().entries.filter(({ kind }) => kind === "dataSet")
  await expect(figures.getByRole("rowheader")).toHaveCount(Math.min(5, dataSets.length))
  await expectAccessible(page)
})
