import { readFileSync } from "node:fs"
import type { Page } from "@playwright/test"
import { parse } from "csv-parse/sync"
import { readSheet } from "read-excel-file/node"
import { printPath, type Row } from "@/lib/catalogue"
import { download } from "./export-page"
import { expect as expectNow } from "./people"
import { operationOf, type ServiceReader } from "./service-api"
import { countBy, dayIn, footOf, percent, storiesAt, untilCopied } from "./story"
import type { Hands, Visit } from "./visit"

/** A dashboard with automatic copies, and its company's data at the service. */
export interface Company {
  readonly url: string
  readonly reader: ServiceReader
  /** The CSV file of the users' names. */
  readonly namesFile: string
}

/** Figures appear a while after the last row is copied. */
const expect = expectNow.configure({ timeout: 45_000 })

/** The last complete month. */
const lastMonth = new Date(new Date().setUTCDate(0)).toISOString().slice(0, 7)
const dayMs = 86_400_000

const isMonday = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay() === 1
const timeOf = ({ creationDateTime }: Row) => `${creationDateTime ?? ""}`
/** Rows without a time come last. */
const newestFirst = (one: Row, other: Row) => (timeOf(one) < timeOf(other) ? 1 : -1)

interface NamedPerson {
  readonly name: string
  readonly department: string
}

/** The people in the names file, by id. */
function readPeople({ namesFile }: Company): ReadonlyMap<string, NamedPerson> {
  const lines: Record<string, string>[] = parse(readFileSync(namesFile), {
    bom: true,
    columns: true,
  })
  return new Map(lines.map(({ id = "", name = "", department = "" }) => [id, { name, department }]))
}

/** The region of each person: the topmost one above the only department of that name. */
function regionsOf(people: ReturnType<typeof readPeople>, departments: readonly Row[]) {
  const byId = new Map(departments.map((row) => [`${row["id"]}`, row]))
  const named = countBy(departments, "name")
  const regionOf = (row: Row | undefined): string | undefined => {
    if (!row) return undefined
    const above = regionOf(byId.get(`${row["parentId"]}`))
    return above ?? (row["type"] === "Region" ? `${row["id"]}` : undefined)
  }
  return (userId: unknown): string | undefined => {
    const { department = "" } = people.get(`${userId}`) ?? {}
    if (named.get(department) !== 1) return undefined
    return regionOf(departments.find(({ name }) => name === department))
  }
}

/** Reads a company's lists from the service, each once. */
function createLists({ reader }: Company) {
  const known = new Map<string, Promise<Row[]>>()
  async function everything(id: string): Promise<Row[]> {
    const operation = operationOf(id)
    const posts = id === "content-views" ? await read("content-posts") : []
    const paths =
      posts.length > 0
        ? posts.map((post) => ({ moduleId: `${post["moduleId"]}`, contentId: `${post["id"]}` }))
        : await reader.candidatePaths(operation)
    const found: Row[] = []
    for (const path of paths) {
      const rows = await reader.readAll(operation, path).catch(() => [])
      for (const row of rows) found.push({ ...path, ...row })
    }
    return found
  }
  /** Every row of a list under all of its paths, with the ids of its path. */
  function read(id: string): Promise<Row[]> {
    const before = known.get(id)
    if (before) return before
    const rows = everything(id)
    known.set(id, rows)
    return rows
  }
  /** A post with its languages, which lists of posts do not include. */
  async function readPost(row: Row): Promise<Row> {
    const path = { moduleId: `${row["moduleId"]}`, contentId: `${row["id"]}` }
    const answer = await reader.ask(printPath(operationOf("content-post"), path))
    return ((await answer.json()) as { data: Row }).data
  }
  return { read, readPost }
}

/**
 * Opens a page of an area by the navigation; on a phone the navigation shows only areas, so the
 * area's own link follows.
 */
async function openWithin(visit: Visit, area: string, name: string) {
  await visit.open(...(visit.hands === "touch" ? [area] : [area, name]))
  if (visit.hands === "touch")
    await visit.click(visit.page.getByRole("main").getByRole("link", { name, exact: true }))
}

/** A row of the table, scrolled into view. */
async function rowAt(page: Page, name: string, index: number) {
  const grid = page.getByRole("grid", { name })
  const row = grid.locator(`[data-row='${index}']`)
  await expect(async () => {
    if (await row.isVisible()) return
    await grid.evaluate((element) => element.scrollBy({ top: element.clientHeight / 2 }))
    await expect(row).toBeVisible({ timeout: 500 })
  }).toPass()
  await row.scrollIntoViewIfNeeded()
  return row
}

const firstField = (page: Page, name: string) => page.locator(`[data-row='0'] [data-field=${name}]`)

/** Tasks 1 to 8, of HR managers, each with the given input devices. */
export function hrStories(
  open: () => Promise<Company>,
  { plain, anywhere }: { readonly plain: readonly Hands[]; readonly anywhere: readonly Hands[] },
): void {
  const story = storiesAt(open)
  let lists: ReturnType<typeof createLists> | undefined
  const openLists = async () => {
    lists ??= createLists(await open())
    return lists
  }
  /** The rows of a list, once all are copied. */
  async function copied(page: Page, id: string, search?: string): Promise<Row[]> {
    const rows = await (await openLists()).read(id)
    await untilCopied(page, id, rows.length, search)
    return rows
  }

  story(
    1,
    "hr",
    "how many people have seen and read Monday's news",
    async (visit) => {
      const { page } = visit
      const posts = (await copied(page, "content-posts")).toSorted(newestFirst)
      const views = await copied(page, "content-views")
      const at = posts.findIndex(
        (post) =>
          post["status"] === "Published" &&
          post["creationDateTime"] !== null &&
          isMonday(dayIn(post["creationDateTime"])),
      )
      const own = views.filter(({ contentId }) => contentId === posts[at]?.["id"])
      const peopleWith = (field: string) =>
        new Set(own.flatMap((view) => (view[field] === null ? [] : (view["userId"] ?? [])))).size
      const [seen, read] = [peopleWith("dateViewed"), peopleWith("dateSwiped")]
      expect(seen).toBeGreaterThan(0)

      await openWithin(visit, "News", "Posts")
      const row = await rowAt(page, "Posts", at)
      for (const [field, figure] of [
        ["seenBy", seen],
        ["readBy", read],
      ] as const) {
        const cell = row.locator(`[data-field=${field}]`)
        await expect(cell).toHaveText(figure.toLocaleString("en-GB"))
        await expect(cell).toBeInViewport()
      }
      return `seen by ${seen}, read by ${read}`
    },
    { hands: anywhere, within: 3 },
  )

  story(
    2,
    "hr",
    "which lessons people get wrong most",
    async (visit) => {
      const { page } = visit
      const answers = await copied(page, "question-participations")
      const all = countBy(answers, "courseLessonId")
      const wrong = countBy(
        answers.filter((row) => row["isCorrectAnswer"] === false),
        "courseLessonId",
      )
      const [hardest] = [...all]
        .map(([id, count]) => ({ share: (wrong.get(id) ?? 0) / count, count }))
        .toSorted((one, other) => other.share - one.share)
      await visit.open("Training")
      const row = page.getByRole("region", { name: "Hardest lessons" }).locator("tbody tr").first()
      await expect(row.getByRole("cell")).toHaveText([
        percent(hardest?.share ?? 0),
        `${hardest?.count.toLocaleString("en-GB")}`,
      ])
      const name = await row.getByRole("rowheader").textContent()
      expect(name).not.toMatch(/^[0-9a-f]{8}/)
      return `${percent(hardest?.share ?? 0)} wrong in ${name}`
    },
    { hands: plain, within: 1 },
  )

  story(
    3,
    "hr",
    "which reviews have waited longest, over all forms",
    async (visit) => {
      const { page } = visit
      const reviews = await copied(page, "stage-reviews")
      const pending = reviews.filter((row) => row["status"] === "Pending").toSorted(newestFirst)
      await page.reload()
      const tile = page.getByRole("region", { name: "Reviews waiting" })
      await visit.click(tile.getByRole("link", { name: /^All / }))
      await expect(page.getByText(new RegExp(`${pending.length} rows loaded$`))).toBeVisible()

      const oldest = pending.at(-1)
      const age = Date.now() - Date.parse(`${oldest?.["creationDateTime"]}`)
      const days = Math.floor(age / dayMs).toLocaleString("en-GB")
      await expect(firstField(page, "daysWaiting")).toHaveText(`${days} days`)
      for (const name of ["formId", "stageId", "userId", "daysWaiting"])
        await expect(firstField(page, name)).toBeInViewport()
      const reviewer = readPeople(await open()).get(`${oldest?.["userId"]}`)
      if (reviewer) await expect(firstField(page, "userId")).toHaveText(reviewer.name)
      return `${pending.length} pending, the first for ${days} days`
    },
    { hands: anywhere, within: 2 },
  )

  story(
    4,
    "hr",
    "which posts are not translated into German",
    async (visit) => {
      const { page } = visit
      const posts = await copied(page, "content-posts", "culture[ne]=xx-XX")
      const { readPost } = await openLists()
      const texts: Row[] = []
      for (const post of posts) texts.push(await readPost(post))
      const missing = texts.filter(
        (post) => !(post["locales"] as Row[]).some(({ culture }) => culture === "de-DE"),
      )
      expect(missing.length).toBeGreaterThan(0)
      expect(missing.length).toBeLessThan(posts.length)
      await page.reload()
      const german = page
        .getByRole("region", { name: "Posts that lack a language" })
        .getByRole("listitem")
        .filter({ hasText: "German" })
      await expect(german).toContainText(`of ${posts.length}`)
      await visit.click(german.getByRole("link", { name: `${missing.length}`, exact: true }))
      await expect(page.getByText(footOf(missing.length))).toBeVisible()
      return `${missing.length} of ${posts.length} posts`
    },
    { hands: plain, within: 3 },
  )

  story(
    5,
    "hr",
    "a file of last month's readers of posts, with names",
    async (visit) => {
      const { page } = visit
      const all = await copied(page, "content-views")
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
      const workbook = await download(page, () =>
        visit.click(page.getByRole("button", { name: "Download" })),
      )
      const [head = [], ...lines] = await readSheet(workbook.bytes, "Rows")
      expect(lines).toHaveLength(read.length)
      const wanted = ["Post", "Reader", "Department", "Seen", "Read", "Author", "Category"]
      for (const name of wanted) expect(head.join("|")).toContain(name)
      const people = readPeople(await open())
      const readers = lines.map((line) => `${line[head.indexOf("Reader")] ?? ""}`)
      expect(readers.toSorted()).toEqual(
        read.map(({ userId }) => people.get(`${userId}`)?.name ?? `${userId ?? ""}`).toSorted(),
      )
      for (const line of lines) expect(line[head.indexOf("Post")]).toMatch(/\p{L} /u)

      await page.getByRole("button", { name: "Export…" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "CSV" }).click()
      const plainFile = await download(page, () =>
        page.getByRole("button", { name: "Download" }).click(),
      )
      const [plainHead, ...plainLines]: string[][] = parse(plainFile.bytes, { bom: true })
      expect(plainHead).toEqual(head)
      const at = head.indexOf("Reader")
      expect(plainLines.map((line) => line[at])).toEqual(readers)
      return `${lines.length} readers`
    },
    { hands: plain, within: 5 },
  )

  story(
    6,
    "hr",
    "the same view again the next day",
    async (visit) => {
      const { page } = visit
      const reviews = await copied(page, "stage-reviews")
      const name = `Waiting the longest, ${visit.hands}`
      const { origin } = new URL(page.url())
      const answer = await page.request.post(`${origin}/api/views`, {
        headers: { origin, "x-requested-with": "dashboard" },
        data: {
          report: "all-stage-reviews",
          name,
          search: "status=Pending&sort=creationDateTime",
          pinned: false,
          role: null,
        },
      })
      expect(answer.status()).toBe(200)
      await page.reload()
      await visit.click(page.getByRole("main").getByRole("link", { name }))
      const waiting = reviews.filter((row) => row["status"] === "Pending").toSorted(newestFirst)
      await expect(page.getByText(new RegExp(`${waiting.length} rows loaded$`))).toBeVisible()
      const oldest = `${waiting.at(-1)?.["creationDateTime"]}`
      await expect(firstField(page, "creationDateTime")).toHaveAttribute("title", oldest)
      return `${waiting.length} pending`
    },
    { hands: plain, within: 4 },
  )

  story(
    7,
    "hr",
    "who has not finished the course, in one region",
    async (visit) => {
      const { page } = visit
      const all = await copied(page, "course-participations")
      const company = await open()
      const people = readPeople(company)
      const departments = await (await openLists()).read("departments")
      const regionOf = regionsOf(people, departments)
      const shareOf = (rows: readonly Row[], is: (row: Row) => boolean) =>
        rows.filter(is).length / (rows.length || 1)
      const isUnfinished = (row: Row) => row["courseParticipationState"] !== "Completed"
      const [worst] = [...countBy(all, "courseId").keys()]
        .map((id) => all.filter(({ courseId }) => courseId === id))
        .toSorted((one, other) => shareOf(other, isUnfinished) - shareOf(one, isUnfinished))
      const rows = worst ?? []
      const unfinished = rows.filter(isUnfinished)
      const regions = new Map<string, Row[]>()
      for (const row of unfinished) {
        const region = regionOf(row["userId"])
        if (region) regions.set(region, [...(regions.get(region) ?? []), row])
      }
      const [[region, own] = ["", []]] = [...regions].toSorted(
        ([, one], [, other]) => other.length - one.length,
      )
      expect(own.length).toBeGreaterThan(0)
      const regionName = `${departments.find(({ id }) => id === region)?.["name"]}`

      await page.reload()
      const course = page
        .getByRole("region", { name: "Courses not completed" })
        .locator("tbody tr")
        .first()
      await expect(course.getByRole("cell").nth(1)).toHaveText(
        percent(shareOf(rows, (row) => row["courseParticipationState"] === null)),
      )
      const share = percent(shareOf(rows, isUnfinished))
      await visit.click(course.getByRole("cell").first().getByRole("link", { name: share }))
      if (visit.hands === "touch")
        await visit.click(page.getByRole("button", { name: /^Filter and sort/ }))
      await visit.click(page.getByRole("button", { name: "Add filter" }))
      await visit.pick(page.getByRole("option", { name: "Region", exact: true }))
      await visit.pick(page.getByRole("option", { name: regionName, exact: true }))
      if (visit.hands === "touch") await visit.click(page.getByRole("button", { name: "Close" }))
      await expect(page.getByText(footOf(own.length))).toBeVisible()
      const id = `${await firstField(page, "userId").getAttribute("title")}`.split("\n").at(-1)
      const person = people.get(`${id}`)
      await expect(firstField(page, "userId")).toHaveText(`${person?.name}`)
      await expect(firstField(page, "userDepartmentId")).toHaveText(`${person?.department}`)
      await page.goto(`${company.url}/people/${id}`)
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${person?.name}`)
      await page.goto(`${company.url}/courses/${rows[0]?.["courseId"]}`)
      const completion = page.getByRole("region", { name: "Completion", exact: true })
      await expect(completion).toContainText(`of ${rows.length.toLocaleString("en-GB")}`)
      return `${own.length} of ${unfinished.length} people in ${regionName}, among them ${person?.name}`
    },
    { hands: anywhere, within: anywhere.includes("touch") ? 7 : 4 },
  )
}
