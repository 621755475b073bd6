import { expect, type Page, test } from "@playwright/test"
import type { Row } from "@/lib/catalogue"
import { type Role, signIn } from "./people"
import { countClicks, type Hands, type Visit } from "./visit"

/** The most clicks that a task may need. */
const maxClicks = 8
/** The time zone of the people in these tasks. */
export const zone = "Europe/Copenhagen"

const named: Readonly<Record<Hands, string>> = { mouse: "", touch: " on a phone", keys: " by keys" }

interface StoryOptions {
  readonly hands?: readonly Hands[]
  readonly within?: number
}

/**
 * Declares a task as tests, one for each input device: a signed-in person goes from Home to the
 * answer, which `work` returns as text.
 */
export const storiesAt =
  (open: () => Promise<{ readonly url: string }>) =>
  (
    task: number,
    role: Role,
    title: string,
    work: (visit: Visit) => Promise<string>,
    { hands = ["mouse", "keys"], within = maxClicks }: StoryOptions = {},
  ) => {
    const tag = role === "admin" ? ["@edits"] : []
    for (const own of hands)
      test(`task ${task}: ${title}${named[own]}`, { tag }, async ({ browser }) => {
        test.setTimeout(300_000)
        const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
        const page = await browser.newPage({ acceptDownloads: true, ...(own === "touch" && phone) })
        page.setDefaultTimeout(20_000)
        const { url } = await open()
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

/** Waits until `count` rows that match the filters are copied. */
export const untilCopied = (page: Page, list: string, count: number, search = "") =>
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

/** The day of a time in the people's time zone. */
export const dayIn = (time: unknown): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(new Date(`${time}`))

/** The number of rows with each value of a field. */
export function countBy(rows: readonly Row[], field: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(`${row[field]}`, (counts.get(`${row[field]}`) ?? 0) + 1)
  return counts
}

export const percent = (share: number): string =>
  new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 1 }).format(share)

/** The text below a table's rows once all are loaded. */
export const footOf = (count: number): string =>
  `All ${count.toLocaleString("en-GB")} row${count === 1 ? "" : "s"} loaded`
