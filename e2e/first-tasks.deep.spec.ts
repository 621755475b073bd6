import type { Row } from "@/lib/catalogue"
import { readWorkspace } from "./environment"
import { expect, signIn, test } from "./people"
import { pickEntry } from "./pick-entry"
import { createServiceReader, operationOf } from "./service-api"
import { type LargeStack, startLargeStack } from "./start-large"
import { countClicks } from "./visit"

/** Eleven minutes: the languages of 600 posts need 600 requests, at most 80 a minute. */
const withinMs = 660_000

/** The standard demo data behind the platform's usual rate limit, with an empty database. */
let stack: LargeStack
let since: number
test.beforeAll(async () => {
  test.setTimeout(180_000)
  stack = await startLargeStack(1, { REPORTING_RATE_LIMIT: "100", COPY_BUDGET: "95" })
  since = Date.now()
})
test.afterAll(() => stack?.stop())

const byCreation = (one: Row, other: Row) =>
  `${one["creationDateTime"]}`.localeCompare(`${other["creationDateTime"]}`)

test("within eleven minutes an HR manager finds readers, waiting reviews and missing languages, and saves a view", async ({
  browser,
}) => {
  test.setTimeout(withinMs + 120_000)
  const reader = createServiceReader(
    () => stack.recorder.url,
    () => readWorkspace(stack.workspaceFile),
  )
  const everything = async (id: string) => {
    const operation = operationOf(id)
    const found: Row[] = []
    for (const path of await reader.candidatePaths(operation)) {
      const rows = await reader.readAll(operation, path).catch(() => [])
      found.push(...rows.map((row) => ({ ...path, ...row })))
    }
    return found
  }
  const posts = await everything("content-posts")
  const reviews = await everything("stage-reviews")
  const pending = reviews.filter((row) => row["status"] === "Pending").toSorted(byCreation)
  const page = await browser.newPage()
  page.setDefaultTimeout(60_000)
  await signIn(page, "hr", `${stack.url}/`)
  const main = page.getByRole("main")
  const home = () => page.getByRole("link", { name: "Home" }).first().click()
  const note = (task: number, visit: { clicks(): number }, figure: string) => {
    const seconds = Math.round((Date.now() - since) / 1000)
    const description = `${visit.clicks()} clicks, ${seconds} s after the start: ${figure}`
    test.info().annotations.push({ type: `task ${task}`, description })
  }
  const footOf = (count: number) => `All ${count.toLocaleString("en-GB")} rows loaded`

  // Task 3: the reviews that have waited longest, over all forms.
  const third = countClicks(page, "mouse")
  const waiting = page.getByRole("region", { name: "Reviews waiting" })
  await third.click(waiting.getByRole("link", { name: `All ${pending.length}` }))
  const oldest = page.locator("[data-row='0'] [data-field=creationDateTime]")
  await expect(oldest).toHaveAttribute("title", `${pending[0]?.["creationDateTime"]}`)
  await expect(page.getByText(`of ${pending.length} rows loaded`)).toBeVisible()
  for (const column of ["Form", "Step", "Reviewer", "Created"])
    await expect(page.getByRole("columnheader", { name: column })).toBeInViewport()
  note(3, third, `${pending.length} pending`)
  expect(third.clicks()).toBeLessThanOrEqual(2)

  // Task 6: the same view again, from Home.
  await page.getByRole("button", { name: /^Saved/ }).click()
  await pickEntry(page.getByRole("menuitem", { name: "Save under a new name…" }))
  const dialog = page.getByRole("dialog", { name: "Save under a new name" })
  await dialog.getByLabel("Name").fill("Waiting the longest")
  await dialog.getByRole("button", { name: "Save" }).click()
  await expect(dialog).toBeHidden()
  await home()
  const sixth = countClicks(page, "mouse")
  await sixth.click(main.getByRole("link", { name: "Waiting the longest" }))
  await expect(oldest).toHaveAttribute("title", `${pending[0]?.["creationDateTime"]}`)
  note(6, sixth, "the saved view")
  expect(sixth.clicks()).toBeLessThanOrEqual(4)

  // Task 1: how many people have seen and read one of the newest posts.
  await home()
  const first = countClicks(page, "mouse")
  const newest = page.getByRole("region", { name: "Latest posts" })
  const row = newest.getByRole("row").nth(1)
  await expect(row).toBeVisible({ timeout: 300_000 })
  const [title = "", seen = "", read = ""] = await row
    .getByRole("cell")
    .or(row.getByRole("rowheader"))
    .allTextContents()
  note(1, first, [title, seen, read].join(" | "))

  // Task 4: the posts without German text.
  const fourth = countClicks(page, "mouse")
  const lacking = page.getByRole("region", { name: "Posts that lack a language" })
  const german = lacking.getByRole("listitem").filter({ hasText: "German" })
  await expect(german).toBeVisible({ timeout: Math.max(1, withinMs - (Date.now() - since)) })
  const without: Row[] = []
  for (const post of posts) {
    const path = { moduleId: `${post["moduleId"]}`, contentId: `${post["id"]}` }
    const answer = await reader.ask(`/v1/contentmodules/${path.moduleId}/content/${path.contentId}`)
    const { data } = (await answer.json()) as { data: { locales: { culture: string }[] } }
    if (!data.locales.some(({ culture }) => culture === "de-DE")) without.push(post)
  }
  await fourth.click(german.getByRole("link"))
  await expect(page.getByText(footOf(without.length))).toBeVisible()
  note(4, fourth, `${without.length} of ${posts.length} without German`)
  expect(fourth.clicks()).toBeLessThanOrEqual(3)
  expect(Date.now() - since).toBeLessThan(withinMs)
  await page.context().close()
})
