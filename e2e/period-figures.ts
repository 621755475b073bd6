import type { Locator, Page } from "@playwright/test"
import { download, readCsv } from "./export-page"
import { expect } from "./people"
import { pickEntry } from "./pick-entry"
import { type PlainDays, type PlainFigures, plainFigures, type RawPoint } from "./plain-figures"

/** The periods that the page offers by name. */
export const periods = [
  "today",
  "yesterday",
  "last-7-days",
  "last-30-days",
  "last-90-days",
  "this-week",
  "this-month",
  "last-month",
  "this-quarter",
  "last-quarter",
  "this-year",
  "last-12-months",
  "last-year",
] as const

export interface CountedDataSet {
  readonly id: string
  readonly points: readonly RawPoint[]
}

const zone = "Europe/Copenhagen"
const searchOf = (period: string) =>
  `range=${period}&range=year&zone=${encodeURIComponent(zone)}&chart=table`

/**
 * A period beside the year before, by plain computation; it differs from the page's if an hour ends
 * between the two.
 */
const plainOf = ({ points }: CountedDataSet, period: string) =>
  plainFigures(points, { period, compared: "year", zone, now: Date.now() })

const numberIn = (text: string | null | undefined) => Number((text ?? "").replace(/[^\d.-]/g, ""))
/**
 * How much the order of addition can change a sum, which decides how a five after the last shown
 * digit rounds.
 */
const roundingError = 1e-6
/** Expects a sum as it is shown: without decimals from 1,000 on. */
const expectShown = (text: string | null | undefined, sum: number) =>
  expect(Math.abs(numberIn(text) - sum)).toBeLessThan(
    (Math.abs(sum) >= 1000 ? 0.5 : 0.005) + roundingError,
  )
const hasPoints = (days: PlainDays | undefined): days is PlainDays => (days?.points ?? 0) > 0

const countDays = (days: PlainDays | undefined) =>
  days ? (Date.parse(days.to) - Date.parse(days.from)) / 86_400_000 + 1 : 0

const percent = (now: number, before: number) =>
  new Intl.NumberFormat("en-GB", {
    style: "percent",
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  }).format((now - before) / Math.abs(before))

const changeIn = ({ first, before }: PlainFigures) =>
  hasPoints(first) && hasPoints(before) && before.sum !== 0
    ? percent(first.sum, before.sum)
    : undefined

/** If fewer days are compared than the figure has, the text says how many. */
async function expectCompared(text: Locator, plain: PlainFigures): Promise<void> {
  const [some, all] = [plain.first, plain.own].map(countDays)
  if (some === all) await expect(text).not.toContainText("days compared")
  else await expect(text).toContainText(`${some} of ${all} days compared`)
}

async function checkHeadline(page: Page, plain: PlainFigures): Promise<void> {
  const [own, compared] = [page.locator("dl > div").nth(0), page.locator("dl > div").nth(1)]
  const value = own.locator("dd").first()
  if (!hasPoints(plain.own)) {
    await expect(value).toHaveText("–")
    return
  }
  await expect(value).toHaveText(/\d/)
  expectShown(await value.textContent(), plain.own.sum)
  if (!plain.first) await expect(compared.locator("dd").first()).toHaveText("–")
  const change = changeIn(plain)
  if (change === undefined) return
  await expect(compared.locator("dd").first()).toContainText(change)
  const note = compared.locator("dd").nth(1)
  expectShown((await note.textContent())?.split(" · ")[0], plain.before?.sum ?? 0)
  await expectCompared(note, plain)
}

/** The indexes of the table's value columns, found by their headers. */
async function valueColumns(table: Locator): Promise<readonly [number, number]> {
  const heads = await table.getByRole("columnheader").allTextContents()
  const place = (name: string) => heads.findIndex((head) => head.trim() === name)
  return [place("Sum"), place("Last year")]
}

/** Compares the sums of the whole days in the table, each rounded as it is shown. */
async function checkTable(page: Page, plain: PlainFigures): Promise<void> {
  const table = page.getByRole("region", { name: /^Values of/ })
  const more = page.getByRole("button", { name: "Show more" })
  while (await more.isVisible()) await more.click()
  const [own, before] = await valueColumns(table)
  const rows = await table
    .locator("tbody tr")
    .evaluateAll((found) =>
      found.map((row) => [...row.children].map((cell) => cell.textContent ?? "")),
    )
  const whole = rows.filter(([day = ""]) => !/partial/.test(day))
  const known = whole.filter((cells) => !/no data yet|before first data/.test(cells[own] ?? ""))
  const sumOf = (column: number) =>
    known.reduce((sum, cells) => {
      const text = cells[column] ?? ""
      return sum + (/\d/.test(text) ? numberIn(text) : 0)
    }, 0)
  expect(Math.abs(sumOf(own) - (plain.own?.sum ?? 0))).toBeLessThanOrEqual(known.length / 2)
  if (plain.before)
    expect(Math.abs(sumOf(before) - plain.before.sum)).toBeLessThanOrEqual(known.length / 2)
}

async function checkFile(page: Page, plain: PlainFigures): Promise<void> {
  await page.getByRole("button", { name: "Download" }).click()
  const { bytes } = await download(page, () =>
    pickEntry(page.getByRole("menuitem", { name: "Values as CSV" })),
  )
  const readValue = (row: Record<string, string>) =>
    Number(Object.entries(row).find(([name]) => name.startsWith("Value"))?.[1])
  const counted = readCsv(bytes).filter((row) => row["Counted"] === "yes")
  const sumOf = (range: string) =>
    counted.filter((row) => row["Period"] === range).reduce((sum, row) => sum + readValue(row), 0)
  expect(sumOf("This period")).toBeCloseTo(plain.own?.sum ?? 0, 2)
  expect(sumOf("Last year")).toBeCloseTo(plain.before?.sum ?? 0, 2)
}

/**
 * Opens a period of a copied data set and compares headline, table and file with a plain
 * computation over the rows.
 */
export async function checkPeriod(page: Page, dataSet: CountedDataSet, period: string) {
  await page.goto(`/figures/${dataSet.id}?${searchOf(period)}`)
  await expect(page.locator("dl dd").first()).toBeVisible()
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0)
  const plain = plainOf(dataSet, period)
  await checkHeadline(page, plain)
  // Today counts by the hour, and a table by day has no row for it.
  if (period === "today") return
  await checkTable(page, plain)
  await checkFile(page, plain)
}

const send = (page: Page, method: string, url: string, json?: object) =>
  page.evaluate(
    async ([how, path, body]) => {
      const headers = { "content-type": "application/json", "x-requested-with": "dashboard" }
      const answer = await fetch(path, { method: how, headers, ...(body && { body }) })
      const text = await answer.text()
      return text === "" ? {} : (JSON.parse(text) as { id?: string })
    },
    [method, url, json ? JSON.stringify(json) : ""] as const,
  )

/**
 * Pins periods of a data set to Home, compares their tiles with a plain computation, and removes
 * them again.
 */
export async function checkTiles(page: Page, dataSet: CountedDataSet, some: readonly string[]) {
  const stamp = Date.now()
  const pinned: string[] = []
  for (const period of some) {
    const view = {
      report: `kpi:${dataSet.id}`,
      name: `${period} ${stamp}`,
      role: null,
      pinned: true,
    }
    const { id } = await send(page, "POST", "/api/views", { ...view, search: searchOf(period) })
    if (id) pinned.push(id)
  }
  await page.goto("/")
  for (const period of some) {
    const tile = page.getByRole("region", { name: `${period} ${stamp}`, exact: true })
    const plain = plainOf(dataSet, period)
    const change = changeIn(plain)
    if (!hasPoints(plain.own)) {
      await expect(tile).toContainText("No value")
      continue
    }
    const whole = new Intl.NumberFormat("en-GB", {
      maximumFractionDigits: plain.own.sum >= 1000 ? 0 : plain.own.sum >= 10 ? 1 : 2,
    })
    const { sum } = plain.own
    const either = [sum - roundingError, sum + roundingError].map((each) => whole.format(each))
    const value = new RegExp(`^(${either.join("|").replaceAll(".", "\\.")})$`)
    await expect(tile.getByText(value)).toBeVisible()
    if (!plain.first) await expect(tile).toContainText("No comparison vs last year")
    if (change === undefined) continue
    await expect(tile).toContainText(change)
    await expectCompared(tile, plain)
  }
  for (const id of pinned) await send(page, "DELETE", `/api/views/${id}`)
  expect(pinned).toHaveLength(some.length)
}
