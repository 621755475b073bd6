import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Page } from "@playwright/test"
import { parse } from "csv-parse/sync"
import { readSheet } from "read-excel-file/node"
import { printPath, type Row } from "@/lib/catalogue"
import { diffDocuments, printPatch } from "@/lib/json-patch"
import { readDepartment } from "./department-page"
import { readWorkspace, workspaceFile } from "./environment"
import { download } from "./export-page"
import { expect, type Role, signIn, test } from "./people"
import { plainFigures, type RawPoint } from "./plain-figures"
import { askService, candidatePaths, operationOf, readAll } from "./service-api"
import { type LargeStack, readRows, startLargeStack } from "./start-large"
import { type OwnDashboard, startCopyingDashboard } from "./start-own-dashboard"
import { allHands, countClicks, type Hands, hasFocus, pressUntil, type Visit } from "./visit"

/** The most that a person should have to press for an answer. */
const maxClicks = 8
const zone = "Europe/Copenhagen"
/** The last complete month. */
const lastMonth = new Date(new Date().setUTCDate(0)).toISOString().slice(0, 7)
const namesFile = () => join(dirname(workspaceFile()), "user-names.csv")

// One worker has one dashboard, whose copies come by themselves.
test.describe.configure({ mode: "default" })

let dashboard: OwnDashboard
/** The same of a company of hundreds of departments and years of figures, for what needs many of them; started by whoever needs it. */
let large: Promise<LargeStack> | undefined
async function openLarge(): Promise<LargeStack> {
  const stack = await startLargeStack(1, { COPY_BUDGET: "100000" })
  const hasToken = () => stack.recorder.calls.some(({ token }) => token !== undefined)
  await expect.poll(hasToken, { timeout: 60_000 }).toBe(true)
  return stack
}
const startLarge = () => {
  large ??= openLarge()
  return large
}
test.beforeAll(async () => {
  dashboard = await startCopyingDashboard({ USER_NAMES_FILE: namesFile() })
})
test.afterAll(async () => {
  await dashboard?.stop()
  await (await large)?.stop()
})

const named: Readonly<Record<Hands, string>> = { mouse: "", touch: " on a phone", keys: " by keys" }

/** A task of somebody who is signed in, from Home to its answer, which `work` returns in words; once for each kind of hands. */
function story(
  task: number,
  role: Role,
  title: string,
  work: (visit: Visit) => Promise<string>,
  {
    hands = ["mouse", "keys"],
    isLarge = false,
    within = maxClicks,
  }: { hands?: readonly Hands[]; isLarge?: boolean; within?: number } = {},
) {
  const tag = role === "admin" ? ["@edits"] : []
  for (const own of hands)
    test(`task ${task}: ${title}${named[own]}`, { tag }, async ({ browser }) => {
      test.setTimeout(300_000)
      const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
      const page = await browser.newPage({ acceptDownloads: true, ...(own === "touch" && phone) })
      page.setDefaultTimeout(20_000)
      const { url } = isLarge ? await startLarge() : dashboard
      await signIn(page, role, `${url}/`)
      const visit = countClicks(page, own)
      const begun = performance.now()
      const figure = await work(visit)
      const seconds = ((performance.now() - begun) / 1000).toFixed(1)
      const said = `task ${task}${named[own]}: ${visit.clicks()} clicks, ${seconds} s: ${figure}`
      console.info(said)
      test.info().annotations.push({ type: `task ${task}`, description: said })
      await page.context().close()
      expect(visit.clicks(), said).toBeLessThanOrEqual(within)
    })
}

/** Goes to a page of an area: by the navigation, which a phone shows once, then by the area's own links. */
async function openWithin(visit: Visit, area: string, name: string) {
  await visit.open(...(visit.hands === "touch" ? [area] : [area, name]))
  if (visit.hands === "touch")
    await visit.click(visit.page.getByRole("main").getByRole("link", { name, exact: true }))
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
        const { origin } = new URL(page.url())
        const answer = await page.request.get(`${origin}/api/answers/${list}/total?${search}`)
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

/** A post with its languages, which lists of posts do not have. */
async function readPost(row: Row): Promise<Row> {
  const answer = await askService(
    printPath(operationOf("content-post"), {
      moduleId: `${row["moduleId"]}`,
      contentId: `${row["id"]}`,
    }),
  )
  return ((await answer.json()) as { data: Row }).data
}

/** The names of people by their ids, from the file. */
const readNames = () =>
  new Map(
    (
      parse(readFileSync(namesFile()), { bom: true, columns: true }) as Record<string, string>[]
    ).map(({ id = "", name }) => [id, name]),
  )

const percent = (share: number) =>
  new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 1 }).format(share)

const footOf = (count: number) =>
  `All ${count.toLocaleString("en-GB")} row${count === 1 ? "" : "s"} loaded`

/** What a page of ours sends with what it writes. */
const ownHeaders = () => ({ origin: dashboard.url, "x-requested-with": "dashboard" })

interface SavedBefore {
  readonly report: string
  readonly name: string
  readonly search: string
  readonly pinned: boolean
}

/** Saves a view as somebody has who comes back to it; nobody else sees it. */
async function saveView(page: Page, view: SavedBefore): Promise<void> {
  const data = { ...view, role: null }
  const { origin } = new URL(page.url())
  const headers = { ...ownHeaders(), origin }
  const answer = await page.request.post(`${origin}/api/views`, { headers, data })
  expect(answer.status()).toBe(200)
}

story(
  1,
  "hr",
  "readers of Monday's news, and what is known of those who could read it",
  async (visit) => {
    const { page } = visit
    const posts = (await readEverything("content-posts")).toSorted(newestFirst)
    const views = await readEverything("content-views")
    await untilCopied(page, "content-posts", posts.length)
    await untilCopied(page, "content-views", views.length)
    const at = posts.findIndex(
      (post) => post["status"] === "Published" && isMonday(dayIn(post["creationDateTime"])),
    )
    const post = posts[at]
    const own = views.filter(({ contentId }) => contentId === post?.["id"])
    const peopleWith = (field: string) =>
      new Set(own.filter((view) => view[field] !== null).map(({ userId }) => userId)).size
    expect(peopleWith("dateViewed")).toBeGreaterThan(0)

    await openWithin(visit, "News", "Posts")
    const grid = page.getByRole("grid", { name: "Posts" })
    const row = grid.locator(`[data-row='${at}']`)
    await expect(async () => {
      await grid.evaluate((element) => element.scrollBy({ top: element.clientHeight / 2 }))
      await expect(row).toBeVisible({ timeout: 500 })
    }).toPass()
    await row.scrollIntoViewIfNeeded()
    const seen = row.locator("[data-field=seenBy]")
    const read = row.locator("[data-field=readBy]")
    await expect(seen).toHaveText(`${peopleWith("dateViewed")}`)
    await expect(read).toHaveText(`${peopleWith("dateSwiped")}`)
    await expect(seen).toBeInViewport()
    await expect(read).toBeInViewport()
    return `seen by ${peopleWith("dateViewed")}, read by ${peopleWith("dateSwiped")}`
  },
  { hands: allHands, within: 3 },
)

story(2, "hr", "which lessons people get wrong most", async (visit) => {
  const { page } = visit
  const answers = await readEverything("question-participations")
  await untilCopied(page, "question-participations", answers.length)
  await visit.open("Training")
  await visit.click(page.getByRole("link", { name: "Hardest lessons" }))

  const wrong = countBy(
    answers.filter((row) => row["isCorrectAnswer"] === false),
    "courseLessonId",
  )
  const shares = [...countBy(answers, "courseLessonId")]
    .map(([id, all]) => (wrong.get(id) ?? 0) / all)
    .toSorted((one, other) => other - one)
  const table = page.getByRole("region", { name: /^Summary of / })
  const figures = table.locator("tbody tr td:nth-last-child(2)")
  const total = [...wrong.values()].reduce((sum, count) => sum + count, 0) / answers.length
  await expect(figures).toHaveText([...shares, total].map(percent))
  await expect(table.locator("tbody tr td:first-child").first()).not.toHaveText(/^[0-9a-f]{8}/)
  return `${percent(shares[0] ?? 0)} wrong in ${await table.locator("tbody tr td:first-child").first().textContent()}`
})

story(
  3,
  "hr",
  "which reviews have waited longest, over all forms",
  async (visit) => {
    const { page } = visit
    const reviews = await readEverything("stage-reviews")
    await untilCopied(page, "stage-reviews", reviews.length)
    const pending = reviews.filter((row) => row["status"] === "Pending").toSorted(newestFirst)
    await page.reload()
    const tile = page.getByRole("region", { name: "Reviews waiting" })
    await visit.click(tile.getByRole("link", { name: `All ${pending.length}` }))
    await expect(page.getByText(footOf(pending.length))).toBeVisible()

    const oldest = pending.at(-1)
    const days = Math.floor(
      (Date.now() - Date.parse(`${oldest?.["creationDateTime"]}`)) / 86_400_000,
    )
    const field = (name: string) => page.locator(`[data-row='0'] [data-field=${name}]`)
    await expect(field("daysWaiting")).toHaveText(`${days} days`)
    for (const name of ["formId", "stageId", "userId", "daysWaiting"])
      await expect(field(name)).toBeInViewport()
    const reviewer = readNames().get(`${oldest?.["userId"]}`)
    if (reviewer) await expect(field("userId")).toHaveText(reviewer)
    return `${pending.length} pending, the first for ${days} days`
  },
  { hands: allHands, within: 2 },
)

story(4, "hr", "which posts are not translated into German", async (visit) => {
  const { page } = visit
  const posts = await readEverything("content-posts")
  const texts = await Promise.all(posts.map(readPost))
  const isGerman = (post: Row) =>
    (post["locales"] as Row[]).some(({ culture }) => culture === "de-DE")
  const missing = texts.filter((post) => !isGerman(post))
  expect(missing.length).toBeGreaterThan(0)
  expect(missing.length).toBeLessThan(posts.length)
  await untilCopied(page, "content-posts", posts.length, "culture[ne]=xx-XX")
  await page.reload()
  const german = page
    .getByRole("region", { name: "Posts that lack a language" })
    .getByRole("listitem")
    .filter({ hasText: "German" })
  await expect(german).toContainText(`of ${posts.length}`)
  await visit.click(german.getByRole("link", { name: `${missing.length}`, exact: true }))
  await expect(page.getByText(footOf(missing.length))).toBeVisible()
  await page.reload()
  await page
    .getByRole("button", { name: "Change the filter: Language is not German (Germany)" })
    .click()
  const chosen = page.getByRole("dialog").getByRole("option", { name: "German (Germany)" })
  await expect(chosen).toHaveAttribute("aria-checked", "true")
  return `${missing.length} of ${posts.length} posts`
})

story(5, "hr", "a file of last month's readers of posts, with names", async (visit) => {
  const { page } = visit
  const all = await readEverything("content-views")
  await untilCopied(page, "content-views", all.length)
  const read = all.filter(
    (row) => row["dateSwiped"] && dayIn(row["dateSwiped"]).startsWith(lastMonth),
  )
  expect(read.length).toBeGreaterThan(0)
  await visit.open("News")
  const reading = page.getByRole("region", { name: "Reading by month" })
  const monthName = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric" })
  await expect(reading).toContainText(monthName.format(new Date(`${lastMonth}-15`)))
  await visit.click(reading.getByRole("link", { name: read.length.toLocaleString("en-GB") }))
  await visit.click(page.getByRole("button", { name: "Export…" }))
  await visit.click(page.getByRole("dialog").getByRole("button", { name: "Excel (.xlsx)" }))
  const file = await download(page, () =>
    visit.click(page.getByRole("button", { name: "Download" })),
  )
  const [head = [], ...lines] = await readSheet(file.bytes, "Rows")
  expect(lines).toHaveLength(read.length)
  const names = readNames()
  const at = (name: string) => head.indexOf(name)
  const readers = lines.map((line) => `${line[at("Reader")]}`)
  expect(readers.toSorted()).toEqual(
    read.map(({ userId }) => names.get(`${userId}`) ?? `${userId ?? "null"}`).toSorted(),
  )
  for (const line of lines) expect(line[at("Post")]).toMatch(/\p{L} /u)
  return `${lines.length} readers`
})

story(6, "hr", "the same view again the next day", async (visit) => {
  const { page } = visit
  const reviews = await readEverything("stage-reviews")
  await untilCopied(page, "stage-reviews", reviews.length)
  await saveView(page, {
    report: "all-stage-reviews",
    name: `Waiting the longest, ${visit.hands}`,
    search: "status=Pending&sort=creationDateTime",
    pinned: false,
  })
  await page.reload()
  await visit.click(page.getByRole("link", { name: `Waiting the longest, ${visit.hands}` }))
  const waiting = reviews.filter((row) => row["status"] === "Pending").toSorted(newestFirst)
  await expect(page.getByText(footOf(waiting.length))).toBeVisible()
  await expect(page.locator("[data-row='0'] [data-field=creationDateTime]")).toHaveAttribute(
    "title",
    `${waiting.at(-1)?.["creationDateTime"]}`,
  )
  return `${waiting.length} pending`
})

story(7, "hr", "who has not finished the course", async (visit) => {
  const { page } = visit
  const all = await readEverything("course-participations")
  await untilCopied(page, "course-participations", all.length)
  await page.reload()
  const isUnfinished = (row: Row) => row["courseParticipationState"] !== "Completed"
  const everybody = countBy(all, "courseId")
  const shares = [...countBy(all.filter(isUnfinished), "courseId")]
    .map(([id, count]) => ({ id, share: count / (everybody.get(id) ?? 1) }))
    .toSorted((one, other) => other.share - one.share)
  const course = page
    .getByRole("region", { name: "Courses not completed" })
    .locator("tbody tr")
    .first()
  await visit.click(course.getByRole("link", { name: percent(shares[0]?.share ?? 0) }))
  const unfinished = all.filter((row) => row["courseId"] === shares[0]?.id && isUnfinished(row))
  await expect(page.getByText(footOf(unfinished.length))).toBeVisible()
  const names = readNames()
  const first = page.locator("[data-row='0'] [data-field=userId]")
  const name = names.get(`${await first.getAttribute("title")}`.split("\n").at(-1) ?? "")
  await expect(first).toHaveText(`${name}`)
  return `${unfinished.length} people, among them ${name}`
})

story(9, "admin", "a store that moved gets its address and a manager by name", async (visit) => {
  const { page } = visit
  const all = await readAll(operationOf("departments"), {})
  const store = all.filter((row) => row["type"] === "Store").at(-1)
  const people = [...readNames()]
  const alone = people.filter(
    ([, name]) => people.filter(([, other]) => other === name).length === 1,
  )
  const [managerId, managerName] = alone.at(visit.hands === "keys" ? -2 : -1) ?? []
  const address = `Havnegade ${visit.hands === "keys" ? 9 : 7}`
  await visit.click(page.getByRole("button", { name: /^Search or jump to/ }))
  await visit.type(
    page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox"),
    `${store?.["name"]}`,
  )
  await expect(page.getByRole("option", { name: `${store?.["name"]}` }).first()).toBeVisible()
  await page.keyboard.press("Enter")
  await expect(page.getByText(/^Updated/).first()).toBeVisible()
  await visit.type(page.getByRole("textbox", { name: "Address", exact: true }), address)
  await visit.click(page.getByRole("button", { name: /^Manager: / }))
  await visit.type(page.locator("input[role=combobox]:focus"), `${managerName}`)
  await visit.pick(page.getByRole("option", { name: new RegExp(`^${managerName}`) }).first())
  await expect(page.getByText("2 changes", { exact: true })).toBeVisible()
  await expect(page.locator("input[role=combobox]:focus")).toHaveCount(0)
  await page.keyboard.press("Control+S")
  await visit.click(
    page.getByRole("dialog", { name: "Review the changes" }).getByRole("button", { name: "Send" }),
  )
  await expect(page.getByText("2 changes were saved.")).toBeVisible()
  expect(await readDepartment(`${store?.["id"]}`)).toMatchObject({
    addressLine: address,
    managerUserId: managerId,
  })
  return `${store?.["name"]}, now led by ${managerName}`
})

story(11, "admin", "a spreadsheet of addresses with a few faults in it", async (visit) => {
  const { page } = visit
  // Others edit stores at the same time.
  const untouched = (await readAll(operationOf("departments"), {})).filter(
    (row) => row["type"] === "Department" && !`${row["addressLine2"]}`.startsWith("Gate "),
  )
  const [one, two] = untouched.slice(visit.hands === "keys" ? -2 : 0)
  const gate = visit.hands === "keys" ? 14 : 4
  const lines = [
    "id;addressLine2;city",
    `${one?.["id"]};Gate ${gate}, rear;Aarhus`,
    "not-an-id;Gate 5;Aarhus",
    `${two?.["id"]};"Gate ""${gate}""";Odense`,
    `${one?.["id"]};Gate 7;Odense`,
  ]
  await visit.open("Organisation", "Tree")
  await visit.click(page.getByRole("link", { name: "Import" }))
  const choosing = page.waitForEvent("filechooser")
  await visit.click(page.getByRole("button", { name: "Choose a file" }).first())
  const buffer = Buffer.from(lines.join("\r\n"))
  await (await choosing).setFiles({ name: "addresses.csv", mimeType: "text/csv", buffer })
  await visit.click(page.getByRole("button", { name: "Start the dry run" }))
  await visit.click(page.getByRole("checkbox", { name: /^Send only the valid rows: 2 rows/ }))
  await visit.click(page.getByRole("button", { name: "Send 2 changes" }))
  await expect(page.getByText("2 of 2 done")).toBeVisible()
  expect(await readDepartment(`${one?.["id"]}`)).toMatchObject({
    addressLine2: `Gate ${gate}, rear`,
    city: "Aarhus",
  })
  expect(await readDepartment(`${two?.["id"]}`)).toMatchObject({
    addressLine2: `Gate "${gate}"`,
    city: "Odense",
  })
  return "2 addresses changed, 2 rows left out"
})

story(12, "admin", "who made a mistake, and it is undone", async (visit) => {
  const { page } = visit
  const all = await readAll(operationOf("departments"), {})
  const before = all.filter((row) => row["type"] === "Store").at(-2)
  const id = `${before?.["id"]}`
  const place = `Atlantis by ${visit.hands}`
  const mistake = await page.request.fetch(`${dashboard.url}/api/v1.2/departments/${id}`, {
    method: "PATCH",
    headers: { ...ownHeaders(), "content-type": "application/json-patch+json" },
    data: printPatch(diffDocuments(before ?? {}, { ...before, city: place })),
  })
  expect(mistake.ok()).toBe(true)
  await visit.open("Organisation", "Changes")
  const line = page.locator("[data-edit]").filter({ hasText: place })
  const account = await page
    .getByRole("button", { name: /^Your account: / })
    .getAttribute("aria-label")
  const author = account?.replace("Your account: ", "") ?? "nobody"
  await expect(line).toContainText(author)
  await visit.click(line.getByRole("button", { name: /^Undo the change to/ }))
  await visit.click(page.getByRole("dialog").getByRole("button", { name: "Send", exact: true }))
  await expect(page.getByText("The change has been undone.")).toBeVisible()
  expect((await readDepartment(id))["city"]).toBe(before?.["city"])
  return `${author} had changed ${before?.["name"]}`
})

story(13, "admin", "all departments without a manager, to be mended together", async (visit) => {
  const { page } = visit
  const all = await readAll(operationOf("departments"), {})
  const without = all.filter((row) => row["managerUserId"] === null)
  expect(without.length).toBeGreaterThan(1)
  await untilCopied(page, "departments", all.length)
  await page.reload()
  const missing = page.getByRole("region", { name: "Departments without a manager" })
  await visit.click(missing.getByRole("listitem").getByRole("link"))
  await expect(page.getByText(footOf(without.length))).toBeVisible()
  await visit.click(page.getByRole("button", { name: "Edit all that match" }))
  await expect(page.getByText(`${without.length} chosen`).first()).toBeVisible()
  const chosen = page.getByRole("list", { name: "Departments" }).getByRole("listitem")
  const names = new Set(without.map((row) => `${row["name"]}`))
  for (const text of await chosen.locator("> span:first-child > :first-child").allTextContents())
    expect(names).toContain(text)
  return `${without.length} of ${all.length} departments, chosen to be edited`
})

/** Every department of the large company. */
const readDepartments = async () => readRows(await startLarge(), "/v1.4/departments")

/** Every point of one of its data sets. */
async function readPoints(name: string) {
  const company = await startLarge()
  const { entries } = readWorkspace(company.workspaceFile)
  const dataSetId = `${entries.find((entry) => entry.kind === "dataSet" && entry.name === name)?.id}`
  const points = await readRows(company, `/v1.4/dataSets/${dataSetId}/dataPoints`)
  return { dataSetId, points }
}

const isLarge = true

story(
  10,
  "admin",
  "stores get another time zone together",
  async (visit) => {
    const { page } = visit
    const all = await readDepartments()
    const city = visit.hands === "keys" ? "Dublin" : "Lisbon"
    const stores = all.filter((row) => row["type"] === "Store")
    expect(stores.length).toBeGreaterThan(20)
    await untilCopied(page, "departments", all.length)
    await visit.open("Organisation")
    const types = page.getByRole("region", { name: "Departments by type" }).getByRole("listitem")
    await visit.click(types.filter({ hasText: "Store" }).getByRole("link"))
    await expect(page.getByText(footOf(stores.length))).toBeVisible()
    await visit.click(page.getByRole("button", { name: "Edit all that match" }))
    await expect(page.getByText(`${stores.length} chosen`).first()).toBeVisible()
    await visit.choose(page.getByRole("combobox", { name: "Add a field" }), "Time zone")
    await expect(page.getByRole("button", { name: "Time zone: not set" })).toBeFocused()
    await page.keyboard.press("Enter")
    await visit.type(page.getByPlaceholder("City, region or offset"), city)
    await expect(page.getByRole("option", { name: new RegExp(city) })).toBeVisible()
    await page.keyboard.press("Enter")
    await visit.click(page.getByRole("button", { name: "Start the dry run" }))
    await visit.click(page.getByRole("button", { name: /^Send \d+ changes$/ }))
    await expect(page.getByText(/^(\d+) of \1 done$/)).toBeVisible({ timeout: 120_000 })
    const after = await readDepartments()
    const changed = after.filter((row) => row["type"] === "Store")
    const moved = changed.filter((row) => row["timeZone"] === `Europe/${city}`)
    expect(moved.length).toBeGreaterThan(20)
    return `${moved.length} of ${stores.length} stores`
  },
  { isLarge },
)

/** Waits until all points are copied; the figures are on Home then. */
async function untilFigures(page: Page) {
  await expect(async () => {
    const { origin } = new URL(page.url())
    const answer = await page.request.get(`${origin}/api/sync?operation=data-points`)
    const { lists } = (await answer.json()) as { lists: { isComplete: boolean }[] }
    const dataSets = readWorkspace().entries.filter(({ kind }) => kind === "dataSet")
    expect(lists.filter(({ isComplete }) => isComplete)).toHaveLength(dataSets.length)
  }).toPass({ timeout: 200_000 })
  await page.reload()
}

const figuresOfHome = (page: Page) =>
  page.getByRole("region", { name: "Figures of the last complete month" })

/** Opens a data set from Home. */
async function openFigures(visit: Visit, name: string) {
  await untilFigures(visit.page)
  await visit.click(figuresOfHome(visit.page).getByRole("link", { name, exact: true }))
}

/** What each store shall sell in a month. */
const storeTarget = 3_600_000

/** Gives each store a target, as an administrator has done before. */
async function giveTargets(page: Page, dataSetId: string, stores: readonly string[]) {
  const { origin } = new URL(page.url())
  const admin = await page.context().browser()?.newPage()
  if (!admin) throw new Error("The browser has gone.")
  await signIn(admin, "admin", `${origin}/`)
  const targets = stores.map((owner) => ({ owner, month: "2020-01", value: storeTarget }))
  const answer = await admin.request.put(`${origin}/api/kpis/${dataSetId}/goal`, {
    headers: { ...ownHeaders(), origin },
    data: { direction: "higher", targets },
  })
  expect(answer.status()).toBe(200)
  await admin.close()
}

const signedText = (figure: number) =>
  Math.round(figure).toLocaleString("en-GB", { signDisplay: "exceptZero" })
const readNumber = (text: string) => Number(text.replaceAll(",", "").replace("−", "-"))
const storesOf = (points: readonly Row[]) => [
  ...new Set(points.map((point) => `${point["departmentId"]}`)),
]
const written = (figure: number) => Math.round(figure).toLocaleString("en-GB")
const sumOf = (rows: readonly Row[]) => rows.reduce((sum, row) => sum + Number(row["value"]), 0)
const lastDayOf = (month: string) =>
  new Date(Date.UTC(+month.slice(0, 4), +month.slice(5), 0)).getUTCDate()

const changeText = (now: number, before: number) =>
  new Intl.NumberFormat("en-GB", {
    style: "percent",
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  }).format((now - before) / Math.abs(before))

story(
  14,
  "analyst",
  "revenue by region, against last year and budget, as a picture",
  async (visit) => {
    const { page } = visit
    const { dataSetId, points } = await readPoints("Revenue")
    await giveTargets(page, dataSetId, storesOf(points))
    await openFigures(visit, "Revenue")
    await visit.choose(page.getByRole("combobox", { name: "Groups" }), /^Region/)
    await visit.click(page.getByRole("button", { name: /^Days/ }))
    await visit.click(page.getByRole("button", { name: "This year", exact: true }))
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0)

    const plain = plainFigures(points as unknown as RawPoint[], {
      ...{ period: "this-year", compared: "year", zone },
      now: Date.now(),
    })
    const headline = page.locator("dl")
    const value = written(plain.own?.sum ?? 0)
    const change = changeText(plain.first?.sum ?? 0, plain.before?.sum ?? 0)
    await expect(headline).toContainText(`${value} DKK`)
    await expect(headline).toContainText("vs last year")
    await expect(headline).toContainText(change)
    // Each store has its part of each month's target, for the days that count.
    const year = new Date().getFullYear()
    const counted = new Set(
      points.map(({ timeStamp }) => dayIn(timeStamp)).filter((day) => day.startsWith(`${year}-`)),
    )
    const last = [...counted].toSorted().at(-1) ?? ""
    const months = Array.from({ length: Number(last.slice(5, 7)) }, (_, at) => {
      const isLast = at + 1 === Number(last.slice(5, 7))
      const month = `${year}-${`${at + 1}`.padStart(2, "0")}`
      return isLast ? Number(last.slice(8)) / lastDayOf(month) : 1
    })
    const due = storesOf(points).length * storeTarget * months.reduce((sum, part) => sum + part, 0)
    await expect(headline).toContainText(`target ${written(due)} DKK`)
    const legend = page.locator("[data-legend]")
    await expect(legend).toHaveCount(3)
    await expect(legend.last()).toHaveText("Target")
    const file = await download(page, () =>
      visit.click(page.getByRole("button", { name: "Picture", exact: true })),
    )
    expect(file.bytes.subarray(1, 4).toString("latin1")).toBe("PNG")
    expect(file.bytes.readUInt32BE(16)).toBe(1600)
    return `${value} DKK this year, ${change} against last year, target ${written(due)}`
  },
  { isLarge, within: 6 },
)

story(
  15,
  "analyst",
  "which stores are below target this month",
  async (visit) => {
    const { page } = visit
    const { dataSetId, points } = await readPoints("Revenue")
    const stores = storesOf(points)
    await giveTargets(page, dataSetId, stores)
    await untilFigures(page)
    await visit.click(
      figuresOfHome(page).getByRole("link", { name: "Revenue: targets by department" }),
    )
    const month = dayIn(new Date()).slice(0, 7)
    const ofMonth = points.filter(({ timeStamp }) => dayIn(timeStamp).startsWith(month))
    const last = ofMonth
      .map(({ timeStamp }) => dayIn(timeStamp))
      .toSorted()
      .at(-1)
    if (!last) {
      await expect(page.getByText("No data for these days yet")).toBeVisible()
      return "no data of this month yet"
    }
    const due = (storeTarget * Number(last.slice(8))) / lastDayOf(month)
    const names = new Map(
      (await readDepartments()).map((row) => [`${row["id"]}`, `${row["name"]}`]),
    )
    const told = stores.map((store) => {
      const own = ofMonth.filter((point) => point["departmentId"] === store)
      return { name: `${names.get(store)}`, sum: sumOf(own), isSilent: own.length === 0 }
    })
    const collator = new Intl.Collator("en-GB")
    const expected = told
      .toSorted(
        (one, other) =>
          Number(one.isSilent) - Number(other.isSilent) ||
          one.sum - other.sum ||
          collator.compare(one.name, other.name),
      )
      .map(({ name, sum, isSilent }) =>
        isSilent
          ? [name, written(due), "–", "–"]
          : [name, written(due), written(sum), signedText(sum - due)],
      )
    const rows = page.getByRole("region", { name: "Revenue: targets" }).locator("tbody tr")
    const readShown = () =>
      rows.evaluateAll((found) =>
        found.map((row) =>
          [...row.querySelectorAll("th, td")].slice(0, 4).map(({ textContent }) => textContent),
        ),
      )
    await expect.poll(readShown).toEqual(expected)
    const below = told.filter(({ sum, isSilent }) => !isSilent && sum < due).length
    await expect(page.getByText(`${below} of ${told.length} below target`)).toBeVisible()
    return `${below} of ${told.length} stores`
  },
  { isLarge, hands: allHands, within: 2 },
)

story(
  16,
  "analyst",
  "whether sick leave is rising",
  async (visit) => {
    const { page } = visit
    const { points } = await readPoints("Sick leave")
    await openFigures(visit, "Sick leave")
    const sentence = page.getByText(/^(?:Sick leave is |Whether Sick leave )/)
    await expect(sentence).toBeVisible()
    const said = `${await sentence.textContent()}`
    const last =
      points
        .map(({ timeStamp }) => dayIn(timeStamp))
        .toSorted()
        .at(-1) ?? ""
    const dayAfter = new Date(Date.parse(`${last}T12:00Z`) + 86_400_000)
    const monthBefore = (count: number) =>
      new Date(Date.UTC(dayAfter.getUTCFullYear(), dayAfter.getUTCMonth() - count, 1))
        .toISOString()
        .slice(0, 7)
    const sumIn = (months: readonly string[]) =>
      sumOf(points.filter(({ timeStamp }) => months.includes(dayIn(timeStamp).slice(0, 7))))
    const [now, before] = [sumIn([1, 2, 3].map(monthBefore)), sumIn([13, 14, 15].map(monthBefore))]
    const share = (now - before) / before
    if (/^Sick leave is (?:rising|falling)/.test(said)) {
      expect(said).toContain(share > 0 ? "is rising" : "is falling")
      // Small groups are left out of what is told.
      if (!said.includes("left out")) expect(said).toContain(changeText(now, before).slice(1))
    } else if (said.startsWith("Sick leave is about")) expect(Math.abs(share)).toBeLessThan(0.02)
    else expect(said).toContain("too few people")
    await expect(page.getByRole("application")).toBeVisible()
    return said
  },
  { isLarge, within: 1 },
)

story(
  17,
  "analyst",
  "what is behind a spike",
  async (visit) => {
    const { page } = visit
    const { points } = await readPoints("Revenue")
    const days = new Map<string, Row[]>()
    for (const point of points) {
      const at = dayIn(point["timeStamp"])
      if (at.startsWith(lastMonth)) days.set(at, [...(days.get(at) ?? []), point])
    }
    const [day = "", spike = []] =
      [...days].toSorted(([, one], [, other]) => sumOf(other) - sumOf(one))[0] ?? []
    await openFigures(visit, "Revenue")
    const chart = page.getByRole("application")
    await expect(chart).toBeVisible()
    // The highest point of the line, by the keys that move between times.
    await chart.focus()
    await page.keyboard.press("Home")
    for (let at = 1; at < Number(day.slice(8)); at += 1) await page.keyboard.press("ArrowRight")
    await visit.press("Enter")
    const panel = page.getByRole("dialog")
    if (visit.hands === "keys") {
      await pressUntil(panel.getByRole("tab", { name: "Points" }), "Tab", hasFocus)
      await page.keyboard.press("ArrowRight")
      await visit.press("Enter")
    } else await visit.click(panel.getByRole("tab", { name: "What changed" }))
    // The month before stands below it by its weekdays, four weeks earlier.
    const before = new Date(Date.parse(`${day}T12:00Z`) - 28 * 86_400_000)
      .toISOString()
      .slice(0, 10)
    const earlier = points.filter(({ timeStamp }) => dayIn(timeStamp) === before)
    const change = sumOf(spike) - sumOf(earlier)
    await expect(panel).toContainText(signedText(change))
    const sections = panel.getByRole("region", { name: /^By / })
    await expect(sections).toHaveCount(2)
    for (const section of await sections.all()) {
      const parts = await section
        .locator("li:not(:last-child) > span:first-child > span:last-child")
        .allTextContents()
      const sum = parts.reduce((all, text) => all + readNumber(text), 0)
      // Each part is rounded as it is shown.
      expect(Math.abs(sum - change)).toBeLessThanOrEqual(parts.length / 2 + 1)
    }
    return `${day}: ${signedText(change)} beside four weeks before`
  },
  { isLarge, within: 3 },
)
