import pg from "pg"
import type { Row } from "@/lib/catalogue"
import type { CopiedLists } from "@/lib/contract"
import { expect, signIn, test } from "./people"
import { type LargeStack, startLargeStack } from "./start-large"

/** The standard demo data behind the platform's usual rate limit, with an empty database. */
let stack: LargeStack
test.beforeAll(async () => {
  test.setTimeout(180_000)
  stack = await startLargeStack(1, { REPORTING_RATE_LIMIT: "100", COPY_BUDGET: "95" })
})
test.afterAll(() => stack?.stop())

const paths = ["/", "/news", "/training", "/forms", "/organisation"] as const
const everyMs = 5000
const lookMs = 270_000

/** A tile as shown: its figures, or the progress of its copy. */
interface SeenTile {
  readonly title: string
  readonly isCopying: boolean
  /** Without the text that dates them. */
  readonly figures: string
}

/** A table's rows in the service's database. */
async function rowsOf(table: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: stack.serviceDatabase })
  await client.connect()
  const { rows } = await client.query<Row>(`select * from reporting.${table}`)
  await client.end()
  return rows
}

/** The seconds left that each list reported, by time since the start, and when it was complete. */
class SaidTimes {
  private readonly said: { list: string; at: number; left: number }[] = []
  private readonly there = new Map<string, number>()

  add({ lists }: CopiedLists, at: number) {
    for (const { list, coverage } of lists) {
      if (coverage.isComplete && !this.there.has(list)) this.there.set(list, at)
      else if (!coverage.isComplete && coverage.secondsLeft !== null)
        this.said.push({ list, at, left: coverage.secondsLeft })
    }
  }

  /**
   * How many of the estimates were within a factor of 1.5: those after the first minute, of lists
   * that needed another 15 seconds.
   */
  describe(): string {
    const ratios = this.said.flatMap(({ list, at, left }) => {
      const took = (this.there.get(list) ?? 0) - at
      return at > 60 && took > 15 ? [left / took] : []
    })
    const near = ratios.filter((ratio) => ratio <= 1.5 && ratio >= 1 / 1.5)
    const middle = ratios.toSorted((one, other) => one - other)[Math.floor(ratios.length / 2)]
    return `${near.length} of ${ratios.length} within 1.5, median ${middle?.toFixed(2)}`
  }
}

const number = (value: number) => value.toLocaleString("en-GB")

test("in the first minutes tiles show their progress, and figures do not change once shown", async ({
  browser,
}) => {
  test.setTimeout(lookMs + 120_000)
  const context = await browser.newContext()
  const home = await context.newPage()
  await signIn(home, "hr", `${stack.url}/`)
  const since = Date.now()
  const pages = [home]
  for (const path of paths.slice(1)) {
    const page = await context.newPage()
    await page.goto(`${stack.url}${path}`)
    pages.push(page)
  }
  const look = async () => {
    const seen = new Map<string, SeenTile>()
    for (const [at, page] of pages.entries()) {
      const tiles = await page
        .locator("section:has([data-tile-link]):not(:has(section))")
        .evaluateAll((all) =>
          all.map((tile) => ({
            title: tile.querySelector("[data-tile-link]")?.textContent ?? "",
            isCopying: tile.querySelector("[data-copying]") !== null,
            figures: [...tile.querySelectorAll("li, td, th[scope=row]")]
              .map((each) => (each.textContent ?? "").trim())
              .join(" | "),
          })),
        )
      for (const tile of tiles) seen.set(`${paths[at]} ${tile.title}`, tile)
    }
    return seen
  }
  const first = new Map<string, { readonly seconds: number; readonly figures: string }>()
  const times = new SaidTimes()
  let now = await look()
  while (Date.now() - since < lookMs) {
    now = await look()
    const copied = await home.evaluate(async () => (await fetch("/api/answers")).json())
    times.add(copied as CopiedLists, (Date.now() - since) / 1000)
    for (const [key, { isCopying, figures }] of now)
      if (!isCopying && figures !== "" && !first.has(key))
        first.set(key, { figures, seconds: Math.round((Date.now() - since) / 1000) })
    await home.waitForTimeout(everyMs)
  }
  for (const [key, { figures }] of first) expect(now.get(key)?.figures, key).toBe(figures)
  const secondsOf = (key: string) => first.get(key)?.seconds ?? Number.POSITIVE_INFINITY
  const told = [...first].map(([key, { seconds }]) => `${key}: ${seconds} s`).join(", ")
  test
    .info()
    .annotations.push(
      { type: "first minutes", description: told },
      { type: "time left", description: times.describe() },
    )
  for (const key of ["/ Departments without a manager", "/ Reviews waiting", "/forms Decisions"])
    expect(secondsOf(key), key).toBeLessThanOrEqual(120)
  for (const key of [
    "/ Courses not completed",
    "/training Completion",
    "/training Hardest lessons",
    "/ Latest posts",
  ])
    expect(secondsOf(key), key).toBeLessThanOrEqual(lookMs / 1000)
  // A copy of half an hour is not complete yet.
  expect(now.get("/news Most-read posts")?.isCopying).toBe(true)
  await expect(
    pages[1]?.getByText(/% loaded · about \d+ minutes left/).first() ?? home.locator("body"),
  ).toBeVisible()

  const departments = await rowsOf("department")
  const without = departments.filter((row) => row["manager_user_id"] === null).length
  expect(now.get("/ Departments without a manager")?.figures).toContain(`${number(without)}`)
  const reviews = await rowsOf("stage_review")
  const decisions = now.get("/forms Decisions")?.figures ?? ""
  for (const status of ["Approved", "Pending", "Rejected"]) {
    const count = reviews.filter((row) => row["status"] === status).length
    expect(decisions, status).toContain(`${status}${number(count)}`)
  }
  const participations = await rowsOf("course_participation")
  const completed = participations.filter(
    (row) => row["course_participation_state"] === "Completed",
  )
  expect(now.get("/training Completion")?.figures).toContain(`Completed${number(completed.length)}`)
  await context.close()
})
