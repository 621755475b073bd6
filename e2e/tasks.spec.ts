import { dirname, join } from "node:path"
import type { Locator, Page } from "@playwright/test"
import type { Row } from "@/lib/catalogue"
import { recorderUrl, workspaceFile } from "./environment"
import { expect, type Role, signIn, test } from "./people"
import { pickEntry } from "./pick-entry"
import { candidatePaths, operationOf, readAll } from "./service-api"
import { type OwnDashboard, startOwnDashboard } from "./start-own-dashboard"

/** The most that a person should have to press for an answer. */
const maxClicks = 8
const zone = "Europe/Copenhagen"
const namesFile = () => join(dirname(workspaceFile()), "user-names.csv")

// One worker has one dashboard, whose copies come by themselves.
test.describe.configure({ mode: "default" })

let own: OwnDashboard
test.beforeAll(async () => {
  own = await startOwnDashboard(recorderUrl(), {
    COPY_BUDGET: "100000",
    WORKSPACE_FILE: workspaceFile(),
    USER_NAMES_FILE: namesFile(),
  })
})
test.afterAll(() => own?.stop())

/** Somebody who begins at Home, and whose clicks are counted; a field that is typed into is one. */
interface Visit {
  readonly page: Page
  click(target: Locator, button?: "left" | "right"): Promise<void>
  pick(entry: Locator): Promise<void>
  type(field: Locator, text: string): Promise<void>
  /** A choice from a list that opens: two clicks. */
  choose(control: Locator, option: string | RegExp): Promise<void>
  /** Follows a link of the navigation. */
  open(name: string): Promise<void>
  /** Begins a filter: what it is of is typed. */
  filter(property: string): Promise<Locator>
  readonly clicks: () => number
}

function countClicks(page: Page): Visit {
  let clicks = 0
  const visit: Visit = {
    page,
    clicks: () => clicks,
    async click(target, button = "left") {
      await target.click({ button })
      clicks += 1
    },
    async pick(entry) {
      await pickEntry(entry)
      clicks += 1
    },
    async type(field, text) {
      await field.fill(text)
      clicks += 1
    },
    async choose(control, option) {
      await visit.click(control)
      await visit.pick(page.getByRole("option", { name: option, exact: true }))
    },
    open: (name) =>
      visit.click(page.getByRole("navigation").getByRole("link", { name, exact: true })),
    async filter(property) {
      await visit.click(page.getByRole("button", { name: "Add filter" }))
      await visit.type(page.getByPlaceholder("Filter by…"), property)
      await page.keyboard.press("Enter")
      return page.getByRole("dialog")
    },
  }
  return visit
}

/** A task of somebody who is signed in, from Home to its answer, which `work` returns in words. */
function story(task: number, role: Role, title: string, work: (visit: Visit) => Promise<string>) {
  const tag = role === "admin" ? ["@edits"] : []
  test(`task ${task}: ${title}`, { tag }, async ({ browser }) => {
    test.setTimeout(300_000)
    const page = await browser.newPage({ acceptDownloads: true })
    page.setDefaultTimeout(20_000)
    await signIn(page, role, `${own.url}/`)
    const visit = countClicks(page)
    const figure = await work(visit)
    const said = `${visit.clicks()} clicks: ${figure}`
    test.info().annotations.push({ type: `task ${task}`, description: said })
    await page.context().close()
    expect(visit.clicks(), said).toBeLessThanOrEqual(maxClicks)
  })
}

/** Every row of a list under all of its paths, each with the ids of its path. */
async function readEverything(id: string): Promise<Row[]> {
  const operation = operationOf(id)
  const found: Row[] = []
  for (const path of await pathsOf(id)) {
    const rows = await readAll(operation, path).catch(() => [])
    found.push(...rows.map((row) => ({ ...path, ...row })))
  }
  return found
}

/** Of readers: those of each post that there is, named or not. */
async function pathsOf(id: string) {
  if (id !== "content-views") return candidatePaths(operationOf(id))
  const posts = await readEverything("content-posts")
  return posts.map((post) => ({ moduleId: `${post["moduleId"]}`, contentId: `${post["id"]}` }))
}

/** Waits until so many rows are copied that meet the filters. */
const untilCopied = (page: Page, list: string, count: number, search = "") =>
  expect
    .poll(
      async () => {
        const answer = await page.request.get(`${own.url}/api/answers/${list}/total?${search}`)
        return answer.ok() ? ((await answer.json()) as { count: number }).count : answer.status()
      },
      { timeout: 200_000, intervals: [500] },
    )
    .toBe(count)

const dayIn = (time: unknown) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(new Date(`${time}`))
const isMonday = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay() === 1
const newestFirst = (one: Row, other: Row) =>
  `${one["creationDateTime"]}` < `${other["creationDateTime"]}` ? 1 : -1

/** How often each value of a field occurs. */
function countBy(rows: readonly Row[], field: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(`${row[field]}`, (counts.get(`${row[field]}`) ?? 0) + 1)
  return counts
}

const percent = (share: number) =>
  new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 1 }).format(share)

const footOf = (count: number) =>
  `All ${count.toLocaleString("en-GB")} row${count === 1 ? "" : "s"} loaded`

story(
  1,
  "hr",
  "readers of Monday's news, and what is known of those who could read it",
  async (visit) => {
    const { page } = visit
    const posts = await readEverything("content-posts")
    await untilCopied(page, "content-posts", posts.length)
    const news = posts
      .filter((post) => post["status"] === "Published" && isMonday(dayIn(post["creationDateTime"])))
      .toSorted(newestFirst)[0]
    const path = { moduleId: `${news?.["moduleId"]}`, contentId: `${news?.["id"]}` }
    const readers = await readAll(operationOf("content-views"), path)
    expect(readers.length).toBeGreaterThan(0)

    await visit.open("All posts")
    const cell = page.locator(
      `[data-field=creationDateTime][title="${news?.["creationDateTime"]}"]`,
    )
    const grid = page.getByRole("grid", { name: "All posts" })
    await expect(async () => {
      await grid.evaluate((element) => element.scrollBy({ top: element.clientHeight / 2 }))
      await expect(cell.first()).toBeVisible({ timeout: 500 })
    }).toPass()
    await visit.click(cell.first())
    await visit.click(page.getByRole("link", { name: "Readers of posts of this one" }))
    await expect(page.getByText(footOf(readers.length))).toBeVisible()
    await expect(page.getByText(/the share who read it is not known/)).toBeVisible()
    return `${readers.length} readers; the share is not known`
  },
)

story(2, "hr", "which lessons people get wrong most", async (visit) => {
  const { page } = visit
  const answers = await readEverything("question-participations")
  await untilCopied(page, "question-participations", answers.length)
  await visit.open("Question participations")
  await visit.click(page.getByRole("link", { name: "Summarise" }))
  await visit.choose(page.getByRole("combobox", { name: "Group by" }), "Lesson")
  await visit.choose(page.getByRole("combobox", { name: "Figure" }), "Share")

  const wrong = countBy(
    answers.filter((row) => row["isCorrectAnswer"] === false),
    "courseLessonId",
  )
  const shares = [...countBy(answers, "courseLessonId")]
    .map(([id, all]) => (wrong.get(id) ?? 0) / all)
    .toSorted((one, other) => other - one)
  const table = page.getByRole("region", { name: /^Summary of / })
  const figures = table.locator("tbody tr td:last-child")
  const total = [...wrong.values()].reduce((sum, count) => sum + count, 0) / answers.length
  await expect(figures).toHaveText([...shares, total].map(percent))
  await expect(table.locator("tbody tr td:first-child").first()).not.toHaveText(/^[0-9a-f]{8}/)
  return `${percent(shares[0] ?? 0)} wrong in ${await table.locator("tbody tr td:first-child").first().textContent()}`
})

story(3, "hr", "which reviews have waited longest, over all forms", async (visit) => {
  const { page } = visit
  const reviews = await readEverything("stage-reviews")
  await untilCopied(page, "stage-reviews", reviews.length)
  await visit.open("All reviews")
  const editor = await visit.filter("status")
  await visit.pick(editor.getByRole("option", { name: "Pending", exact: true }))
  const created = page.getByRole("columnheader", { name: /^Created/ })
  await visit.click(created)
  await expect(created).toHaveAttribute("aria-sort", "ascending")

  const waiting = reviews.filter((row) => row["status"] === "Pending").toSorted(newestFirst)
  await expect(page.getByText(footOf(waiting.length))).toBeVisible()
  const oldest = `${waiting.at(-1)?.["creationDateTime"]}`
  await expect(page.locator("[data-row='0'] [data-field=creationDateTime]")).toHaveAttribute(
    "title",
    oldest,
  )
  return `${waiting.length} pending, the first since ${oldest}`
})

story(13, "admin", "all departments without a manager, to be mended together", async (visit) => {
  const { page } = visit
  const all = await readAll(operationOf("departments"), {})
  const without = all.filter((row) => row["managerUserId"] === null)
  expect(without.length).toBeGreaterThan(1)
  await visit.open("Departments")
  const editor = await visit.filter("Manager")
  await visit.choose(editor.getByLabel("Condition"), "has no value")
  await visit.click(editor.getByRole("button", { name: "Apply" }))
  await expect(page.getByText(footOf(without.length))).toBeVisible()
  await visit.click(page.getByRole("button", { name: "Edit several" }))
  await expect(page.getByText(`${without.length} chosen`).first()).toBeVisible()
  const chosen = page.getByRole("list", { name: "Departments" }).getByRole("listitem")
  const names = new Set(without.map((row) => `${row["name"]}`))
  for (const text of await chosen.locator("> span:first-child > :first-child").allTextContents())
    expect(names).toContain(text)
  return `${without.length} of ${all.length} departments, chosen in "Edit several"`
})
