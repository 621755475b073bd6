import { readFileSync } from "node:fs"
import type { Page } from "@playwright/test"
import { readSheet } from "read-excel-file/node"
import type { SeriesAnswer } from "@/lib/catalogue"
import { copyDataSet } from "./copy-data-set"
import { readWorkspace } from "./environment"
import { expect, test } from "./people"
import { pickEntry } from "./pick-entry"

/** The demo data set whose points belong to persons. */
const personal = "Sick leave"

/** The explorer's URL for the data set of this name, or for the first data set. */
function dataSetUrl(search = "", wanted?: string): string {
  const found = readWorkspace().entries.find(
    ({ kind, name }) => kind === "dataSet" && (wanted ?? name) === name,
  )
  if (!found) throw new Error(`The demo data names no data set ${wanted ?? ""}.`)
  return `/figures/${found.id}${search}`
}

const example = "?bucket=month&range=last-12-months&zone=Europe/Copenhagen"
const chart = (page: Page) => page.getByRole("application")

/** Downloads by the picture button or by an entry of the Download menu. */
async function download(page: Page, name: string): Promise<Buffer> {
  const coming = page.waitForEvent("download")
  if (name === "Picture") await page.getByRole("button", { name, exact: true }).click()
  else {
    await page.getByRole("button", { name: "Download" }).click()
    await pickEntry(page.getByRole("menuitem", { name }))
  }
  return readFileSync(await (await coming).path())
}

/** Opens a data set's explorer and copies the data set if nobody has. */
async function openExplorer(page: Page, search = example) {
  await page.goto(dataSetUrl(search))
  await copyDataSet(page)
  await expect(chart(page)).toBeVisible()
}

test("opening a bucket lists its data points, as many as its count, and the URL opens them again", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("analyst")
  await openExplorer(page)
  await chart(page).focus()
  await page.keyboard.press("End")
  const told = await page.getByText(/^[\d,]+ points?: click to open$/).textContent()
  await page.keyboard.press("Enter")
  const panel = page.getByRole("dialog")
  const said = await panel.getByText(/^[\d,]+ points?$/).textContent()
  expect(told?.startsWith(said ?? "nothing")).toBe(true)
  await expect(page).toHaveURL(/cell\.from=/)
  const link = page.url()
  await page.keyboard.press("Escape")
  await expect(page).not.toHaveURL(/cell\.from=/)
  await page.goto(link)
  await expect(page.getByRole("dialog").getByText(said ?? "nothing", { exact: true })).toBeVisible()
})

test("the URL contains the whole query, and another person sees the same figures", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("analyst")
  const search = `${example}&measure=count&group=label&range=previous&range=year&chart=bar&target=Goal@2020-01-01:10@2026-01-01:20`
  await openExplorer(page, search)
  await expect(page.getByRole("button", { name: "Bars" })).toHaveAttribute("aria-pressed", "true")
  await expect(page.getByText("vs Goal")).toBeVisible()
  const headline = await page.locator("dd").first().textContent()
  const other = await openAs("admin")
  await openExplorer(other, new URL(page.url()).search)
  await expect(other.locator("dd").first()).toHaveText(headline ?? "")
  await expect(other.getByText("vs Goal")).toBeVisible()
})

test("an administrator types in and imports targets, and departments below target are counted", async ({
  openAs,
}) => {
  const admin = await openAs("admin")
  await openExplorer(admin)
  await admin.getByRole("link", { name: "Targets" }).click()
  await admin.getByRole("button", { name: "Edit targets" }).click()
  const form = admin.getByRole("dialog")
  const each = form.getByRole("textbox", { name: /^Each: Store/ })
  await each.fill("50.000")
  await expect(form.getByRole("alert").first()).toContainText("50 or 50000")
  await each.fill("50,000")
  await form.getByRole("combobox", { name: "From" }).click()
  await pickEntry(admin.getByRole("option", { name: "November 2025" }))
  await each.fill("40,000")
  await form.getByRole("button", { name: "Save 2 targets" }).click()
  await expect(form).toBeHidden()
  const rows = admin.getByRole("region", { name: /: targets$/ }).getByRole("row")
  await expect(rows.nth(1)).toContainText(/% (?:below|above)/)

  await expect(admin.getByText(/of \d+ below target/)).toBeVisible()
  const target = admin.getByRole("columnheader", { name: "Target", exact: true })
  await target.getByRole("button").click()
  await expect(admin).toHaveURL(/sort=-?target-0/)

  const tree = await (await admin.request.get("/api/departments/tree")).json()
  const { id } = tree.departments.find(({ type }: { type: string }) => type === "Store")
  await admin.getByRole("button", { name: "Edit targets" }).click()
  const lines = ["Butik;Måned;Budget", `${id};11/2025;1.234,5`, `${id};13/2025;1`]
  await form.locator("input[type=file]").setInputFiles({
    name: "targets.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(lines.join("\r\n"), "latin1"),
  })
  await expect(form.getByRole("combobox", { name: /Butik/ })).toHaveText(
    "Id (finds the department)",
  )
  await expect(form.getByText("“13/2025” is not a month, such as 2026-11.")).toBeVisible()
  await form.getByRole("button", { name: "Save 1 target" }).click()
  await expect(form).toBeHidden()
  const dataSetId = new URL(admin.url()).pathname.split("/")[2]
  const goal = await (await admin.request.get(`/api/kpis/${dataSetId}/goal`)).json()
  expect(goal.targets).toContainEqual({ owner: id, month: "2025-11", value: 1234.5 })
})

test("the keyboard zooms in to a range, and a button returns to all days", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("analyst")
  await openExplorer(page)
  await chart(page).focus()
  await page.keyboard.press("End")
  await page.keyboard.press("Shift+ArrowLeft")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/range=\d{4}-\d\d-01\.\.\d{4}-\d\d-\d\d/)
  await page.getByRole("button", { name: "Back to all days" }).click()
  await expect(page).toHaveURL(/range=last-12-months/)
})

test("an hour that repeats when the clocks change is two cells of a heat map, each reached by keyboard", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("analyst")
  const days = "range=2026-10-24..2026-10-26&zone=Europe/Copenhagen"
  await openExplorer(page, `?bucket=hour&${days}&chart=heat`)
  await chart(page).focus()
  // The last day at midnight, the day before, 01:00, and the first 02:00.
  for (const key of ["ArrowUp", "ArrowLeft", "ArrowDown", "ArrowDown"])
    await page.keyboard.press(key)
  await expect(page.getByText(/02:00 (GMT\+2|CEST)/).first()).toBeAttached()
  await page.keyboard.press("ArrowDown")
  await expect(page.getByText(/02:00 (GMT\+1|CET)/).first()).toBeAttached()
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/cell\.from=2026-10-25T01(:|%3A)00/)
})

test("daily values by weekday match the response in map and table, are exported, and survive a reload", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("analyst")
  await openExplorer(
    page,
    "?range=last-12-months&zone=Europe/Copenhagen&measure=average&chart=heat",
  )
  const answering = page.waitForResponse(/\/series\?.*pattern=week/)
  await page.getByRole("button", { name: "By weekday and hour" }).click()
  const { pattern } = (await (await answering).json()) as SeriesAnswer
  await expect(page).toHaveURL(/pattern=week/)
  await expect(page.getByText("All points are at the same time of day")).toBeVisible()
  expect(pattern?.by).toBe("weekday")
  const shown = (pattern?.values ?? []).map((value) =>
    (value ?? 0).toLocaleString("en-GB", { maximumFractionDigits: (value ?? 0) >= 1000 ? 0 : 2 }),
  )
  await chart(page).focus()
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("ArrowRight")
  await expect(page.getByText(`Tuesday: ${shown[1]} DKK`)).toBeAttached()
  await page.getByText("As a table").click()
  const table = page.getByRole("region", { name: /^Values of/ })
  for (const [day, name] of ["Monday", "Tuesday", "Wednesday", "Thursday"].entries())
    await expect(table.getByRole("row", { name: new RegExp(`^${name} `) })).toContainText(
      shown[day] ?? "",
    )
  const csv = await download(page, "Values as CSV")
  expect(csv.toString().trim().split("\n")).toHaveLength(8)
  const picture = (await download(page, "Picture as SVG")).toString()
  expect(picture).toContain("By weekday and hour")
  expect(picture).toMatch(/Shades from .* \(light\) to .* \(dark\)/)
  expect(picture.match(/<rect/g)?.length).toBeGreaterThan(7)
  await page.reload()
  await expect(page.getByRole("button", { name: "By weekday and hour" })).toHaveAttribute(
    "aria-pressed",
    "true",
  )
  await page.getByRole("button", { name: "Lines" }).click()
  await expect(page).not.toHaveURL(/pattern=/)
})

test("hours of the week are read out by keyboard and listed in the table", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("analyst")
  // The demo data has only daily values: this replaces the response's pattern with an hourly one.
  const values = Array.from({ length: 168 }, (_, cell) => (cell % 24 < 8 ? null : cell))
  const pattern: SeriesAnswer["pattern"] = {
    by: "hour",
    values,
    counts: values.map((value) => (value === null ? 0 : 2)),
    states: values.map((value) => (value === null ? "m" : "v")).join(""),
  }
  await page.route(/\/series\?.*pattern=week/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), pattern } })
  })
  await openExplorer(page, "?range=last-90-days&zone=Europe/Copenhagen&measure=count&chart=heat")
  await page.getByRole("button", { name: "By weekday and hour" }).click()
  await expect(page).toHaveURL(/pattern=week/)
  await chart(page).focus()
  await page.keyboard.press("ArrowDown")
  for (let hour = 0; hour < 9; hour += 1) await page.keyboard.press("ArrowRight")
  await expect(page.getByText("Monday, 09:00–10:00: 9", { exact: true })).toBeAttached()
  await page.keyboard.press("ArrowDown")
  await expect(page.getByText("Tuesday, 09:00–10:00: 33", { exact: true })).toBeAttached()
  await page.getByText("As a table").click()
  const row = page.getByRole("row", { name: /^09:00–10:00/ })
  await expect(row.getByRole("cell")).toHaveText(["9", "33", "57", "81", "105", "129", "153"])
  await expect(page.getByRole("row", { name: /^07:00–08:00/ }).getByRole("cell")).toHaveText(
    Array(7).fill("no points"),
  )
})

test("values are downloaded as shown, and the chart as a picture", async ({ openAs }) => {
  const page = await openAs("analyst")
  await openExplorer(page)
  expect((await download(page, "Values as CSV")).toString().trim().split("\n")).toHaveLength(13)
  expect((await download(page, "Values as XLSX")).subarray(0, 2).toString()).toBe("PK")
  await page.emulateMedia({ colorScheme: "dark" })
  const picture = (await download(page, "Picture as SVG")).toString()
  expect(picture).toMatch(/^<svg .*<path/s)
  const heading = await page.getByRole("heading", { level: 1 }).textContent()
  const texts = [...picture.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)
  expect(texts[0]).toBe(heading)
  expect(texts[1]).toMatch(/^Sum, DKK · By month · \d.* 20\d\d$/)
  expect(texts.at(-1)).toMatch(/^Source: Workplace Reporting, as of \d/)
  expect(/<rect[^>]*fill="([^"]+)"/.exec(picture)?.[1]).toBe("#ffffff")
  expect((await download(page, "Picture")).subarray(1, 4).toString()).toBe("PNG")
})

test("an exploration is saved under a name, pinned and removed; a failed save shows an error", async ({
  openAs,
}) => {
  const page = await openAs("analyst")
  await openExplorer(page, `${example}&chart=area`)
  const name = `Revenue ${Date.now()}`
  const problem = page.getByRole("main").getByRole("alert")
  await page.route("**/api/views**", (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  )
  await page.getByRole("button", { name: "Saved" }).click()
  await pickEntry(page.getByRole("menuitem", { name: "Save under a new name…" }))
  await page.getByRole("dialog").getByLabel("Name").fill(name)
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
  await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible()
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
  await expect(page.getByRole("dialog")).toBeHidden()
  await expect(problem).toHaveCount(0)
  await page.unrouteAll()
  await page.getByRole("button", { name: "Saved" }).click()
  await pickEntry(page.getByRole("menuitem", { name: "Save under a new name…" }))
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Name").fill(name)
  await dialog.getByRole("switch").click()
  await dialog.getByRole("button", { name: "Save" }).click()
  await expect(page).toHaveURL(/saved=/)
  await page.getByRole("button", { name: "Bars" }).click()
  await page.getByRole("button", { name }).click()
  await pickEntry(page.getByRole("menuitemradio", { name }))
  await expect(page).toHaveURL(/chart=area/)
  const pinned = await page.request.get("/api/views/pinned")
  expect(await pinned.json()).toMatchObject({
    views: expect.arrayContaining([expect.objectContaining({ name, pinned: true })]),
  })
  await page.getByRole("button", { name }).click()
  await pickEntry(page.getByRole("menuitem", { name: "Remove…" }))
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
  await expect(page).not.toHaveURL(/saved=/)
})

test("a query with too few people shows why values are hidden and leads to one that shows values", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("analyst")
  await page.goto(dataSetUrl("?bucket=year&range=all", personal))
  await copyDataSet(page)
  await page.goto(dataSetUrl("?bucket=day&group=user&range=all", personal))
  await expect(page.getByText("Too few people", { exact: true })).toBeVisible()
  await page.getByRole("button", { name: "By month", exact: true }).click()
  await expect(page).not.toHaveURL(/group=user/)
  await expect(chart(page)).toBeVisible()
  await page.goto(dataSetUrl("?zone=Europe/Copenhagen", personal))
  await expect(page.getByText("Values for fewer than 5 people are hidden")).toBeVisible()
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0)
  await expect(chart(page)).toHaveCount(0)
  await page.getByRole("button", { name: "By month", exact: true }).click()
  await expect(page).toHaveURL(/bucket=month/)
  await expect(chart(page)).toBeVisible()
})

test("a data set of persons opens by month, without groups", { tag: "@deep" }, async ({
  openAs,
}) => {
  const page = await openAs("analyst")
  await page.goto(dataSetUrl("?bucket=year&range=all", personal))
  await copyDataSet(page)
  await page.goto(dataSetUrl("", personal))
  await expect(page).toHaveURL(/bucket=month/)
  await expect(chart(page)).toBeVisible()
  // An explicit choice is not changed.
  await page.getByRole("combobox", { name: "Interval" }).click()
  await pickEntry(page.getByRole("option", { name: "By day", exact: true }))
  await expect(page.getByRole("button", { name: "By month", exact: true })).toBeVisible()
})

test("a range before the first data point shows a message and a button to all days", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("analyst")
  const errors: string[] = []
  page.on("pageerror", ({ message }) => errors.push(message))
  await page.goto(dataSetUrl("?bucket=month&range=1990-01-01..1990-12-31"))
  await copyDataSet(page)
  // Loads the page again with its controls: the server must print the days as the browser does.
  await page.reload()
  await expect(page.getByText("Data starts after these days.")).toBeVisible()
  expect(errors).toEqual([])
  await expect(chart(page)).toHaveCount(0)
  await page.getByRole("button", { name: "All days" }).click()
  await expect(page).toHaveURL(/range=all/)
  await expect(chart(page)).toBeVisible()
})

/** Collects the URLs of the page's series requests from now on. */
function seriesAsked(page: Page): string[] {
  const requested: string[] = []
  page.on("request", (request) => {
    if (/\/api\/kpis\/[^/]+\/series/.test(request.url())) requested.push(request.url())
  })
  return requested
}

test("an exploration is rendered with its data, and the browser requests none of it", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("analyst")
  await openExplorer(page)
  const requested = seriesAsked(page)
  for (const search of [example, `${example}&group=label`]) {
    await page.goto(dataSetUrl(search))
    await expect(chart(page)).toBeVisible()
    await expect(page.locator("dd").first()).toHaveText(/\d/)
  }
  // The trend is a separate request.
  expect(requested.filter((url) => !url.endsWith("&range=year"))).toEqual([])
})

test("a changed query requests its values and its total at once", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("analyst")
  await openExplorer(page)
  await page.waitForLoadState("networkidle")
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route("**/api/kpis/*/series*", async (route) => {
    await held
    await route.continue()
  })
  const requested = seriesAsked(page)
  const search = `${example}&group=label&measure=average`
  await page.evaluate((to) => window.history.pushState(null, "", to), dataSetUrl(search))
  await expect.poll(() => requested.length).toBe(2)
  release()
  await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0)
  expect(requested).toHaveLength(2)
})

test("people who may not read KPIs see which permission is missing", async ({ openAs }) => {
  const page = await openAs("hr")
  await page.goto(dataSetUrl())
  await expect(page.getByText("kpis:read")).toBeVisible()
})

/** All values of a day's points, read from the copy. */
async function valuesOf(page: Page, day: string): Promise<number[]> {
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
  const cell = `cell.from=${day}T00:00:00Z&cell.to=${next}T00:00:00Z`
  const found: number[] = []
  let after: string | undefined
  do {
    const more = after === undefined ? "" : `&after=${encodeURIComponent(after)}`
    const url = dataSetUrl(`/rows?range=${day}..${day}&${cell}${more}`)
    const answer = await page.request.get(url.replace("/figures/", "/api/kpis/"))
    const { rows, after: next } = await answer.json()
    found.push(...rows.flatMap(({ value }: { value: number | null }) => value ?? []))
    after = next
  } while (after !== undefined)
  return found
}

test("the table's differences and percentages match the data points, and the Sum column sorts both ways", async ({
  openAs,
}) => {
  const page = await openAs("analyst")
  await openExplorer(page)
  const weeksAgo = (weeks: number, later = 0) =>
    new Date(Date.now() + (later - 7 * weeks) * 86_400_000).toISOString().slice(0, 10)
  const range = `${weeksAgo(6)}..${weeksAgo(6, 2)}`
  await page.goto(dataSetUrl(`?bucket=day&zone=UTC&range=${range}&range=previous&chart=table`))
  const rows = page.getByRole("table").getByRole("row")
  await expect(rows).toHaveCount(4)
  const sum = async (day: string) =>
    (await valuesOf(page, day)).reduce((total, value) => total + value, 0)
  const number = (value: number, signDisplay?: "exceptZero") =>
    new Intl.NumberFormat("en-GB", {
      maximumFractionDigits: Math.abs(value) >= 1000 ? 0 : 2,
      ...(signDisplay && { signDisplay }),
    }).format(value)
  const share = (value: number) =>
    new Intl.NumberFormat("en-GB", {
      style: "percent",
      maximumFractionDigits: 1,
      signDisplay: "exceptZero",
    }).format(value)
  const values: number[] = []
  for (const [at, day, before] of [
    [1, weeksAgo(6, 2), weeksAgo(6, -1)],
    [2, weeksAgo(6, 1), weeksAgo(6, -2)],
    [3, weeksAgo(6), weeksAgo(6, -3)],
  ] as const) {
    const [now, then] = [await sum(day), await sum(before)]
    expect(then).toBeGreaterThan(0)
    values.push(now)
    const cells = rows.nth(at).getByRole("cell")
    await expect(cells.nth(1)).toHaveText(number(now))
    await expect(cells.nth(2)).toHaveText(number(then))
    await expect(cells.nth(3)).toHaveText(number(now - then, "exceptZero"))
    await expect(cells.nth(4)).toHaveText(share((now - then) / then))
  }
  const header = page.getByRole("columnheader", { name: "Sum" })
  await header.getByRole("button").press("Enter")
  await expect(header).toHaveAttribute("aria-sort", "descending")
  await expect(page).toHaveURL(/sort=-value/)
  const largest = number(Math.max(...values))
  await expect(rows.nth(1).getByRole("cell").nth(1)).toHaveText(largest)
  await header.getByRole("button").press("Enter")
  await expect(header).toHaveAttribute("aria-sort", "ascending")
  await expect(rows.nth(3).getByRole("cell").nth(1)).toHaveText(largest)
})

test("a table omits future days", { tag: "@deep" }, async ({ openAs }) => {
  const page = await openAs("analyst")
  await openExplorer(page)
  const now = new Date()
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0))
  const [from, to] = [`${last.toISOString().slice(0, 8)}01`, last.toISOString().slice(0, 10)]
  await page.goto(dataSetUrl(`?bucket=day&zone=UTC&range=${from}..${to}&chart=table`))
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(now.getUTCDate() + 1)
})

test("each group has its own chart with a title, on a shared scale or its own", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("analyst")
  await openExplorer(page)
  await page.goto(dataSetUrl(`${example}&group=department&chart=line&panels=each`))
  const panels = page.locator("[data-chart] > section")
  await expect(panels.first()).toBeVisible()
  const count = await panels.count()
  expect(count).toBeGreaterThan(1)
  await expect(page.getByText("All on the same scale.")).toBeVisible()
  await expect(panels.first().getByRole("heading")).not.toBeEmpty()
  await expect(
    panels
      .first()
      .locator("svg")
      .getByText(/^[A-Z][a-z]{2} \d\d$/)
      .first(),
  ).toBeVisible()
  const tops = async () => (await panels.locator("svg text").allTextContents()).join()
  const shared = await tops()
  await page.getByRole("button", { name: "Own scales" }).click()
  await expect(page).toHaveURL(/scales=own/)
  await expect(page.getByText("Each on its own scale")).toBeVisible()
  await expect.poll(tops).not.toBe(shared)
  await page.getByRole("button", { name: "Download" }).click()
  const coming = page.waitForEvent("download")
  await pickEntry(page.getByRole("menuitem", { name: "Picture as SVG" }))
  const picture = readFileSync(await (await coming).path()).toString()
  expect(picture.match(/<svg /g)).toHaveLength(count + 1)
  await page.getByRole("button", { name: "One chart", exact: true }).click()
  await expect(page).toHaveURL(/panels=one/)
  await expect(chart(page)).toHaveCount(1)
})

test("groups are ranked beside the month before and exported as a slide, and the change is split among them", async ({
  openAs,
}) => {
  const page = await openAs("analyst")
  await openExplorer(page, "?range=last-month&range=previous&group=label")
  await expect(page.getByRole("button", { name: "Ranked" })).toHaveAttribute("aria-pressed", "true")
  await page.getByText("As a table").click()
  const table = page.getByRole("region", { name: /^Values of/ })
  const rows = await table
    .locator("tbody tr")
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent.trim())),
    )
  const numberOf = (text = "") => Number(text.replaceAll(/[^\d.-]/g, ""))
  const values = rows.map(([, value]) => numberOf(value))
  expect(values.length).toBeGreaterThan(1)
  expect(values).toEqual(values.toSorted((one, other) => other - one))
  for (const [, value, before, difference] of rows)
    expect(Math.abs(numberOf(value) - numberOf(before) - numberOf(difference))).toBeLessThan(2)

  const png = await download(page, "Picture")
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1600, 900])
  const svg = (await download(page, "Picture as SVG")).toString()
  for (const [name] of rows) expect(svg).toContain(name)
  expect(svg).not.toMatch(/var\(|lab\(|oklch\(|color-mix/)

  await page.getByRole("button", { name: /What changed/ }).click()
  const panel = page.getByRole("dialog")
  const divided = panel.getByRole("region", { name: "By label" }).getByRole("listitem")
  await expect(divided.first()).toBeVisible()
  const parts = await divided.evaluateAll((all) =>
    all.map((item) => item.querySelector("span")?.lastElementChild?.textContent ?? ""),
  )
  const change = numberOf(parts.pop())
  const sum = parts.reduce((total, part) => total + numberOf(part), 0)
  expect(parts.length).toBeGreaterThan(1)
  expect(Math.abs(sum - change)).toBeLessThanOrEqual(parts.length)
  const total = values.reduce((all, value) => all + value, 0)
  const totalBefore = rows.reduce((all, [, , before]) => all + numberOf(before), 0)
  expect(Math.abs(total - totalBefore - change)).toBeLessThanOrEqual(2 * rows.length)
})

test("focusing a line's name, or choosing the line with the chart's keys, fades the other lines", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("analyst")
  await openExplorer(page)
  await page.goto(dataSetUrl(`${example}&group=department&chart=bar`))
  /** The number of lines with an attribute: `data-line` if drawn, `data-faded` if faded. */
  const keys = (mark: string) =>
    page
      .locator(`[data-chart] [${mark}]`)
      .evaluateAll((all) => new Set(all.map((each) => each.getAttribute("data-line"))).size)
  await expect.poll(() => keys("data-line")).toBeGreaterThan(1)
  const others = (await keys("data-line")) - 1
  expect(await keys("data-faded")).toBe(0)
  const entry = page.getByRole("main").locator("ul button[aria-pressed]").nth(1)
  await entry.focus()
  await expect.poll(() => keys("data-faded")).toBe(others)
  await chart(page).focus()
  await expect.poll(() => keys("data-faded")).toBe(0)
  await page.keyboard.press("End")
  await page.keyboard.press("ArrowDown")
  await expect.poll(() => keys("data-faded")).toBe(others)
  await page.keyboard.press("Escape")
  await expect.poll(() => keys("data-faded")).toBe(0)
})

test("an axis that does not start at zero says so, to screen readers and in pictures too", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("analyst")
  await page.goto(dataSetUrl(`${example}&measure=average`, "Customer satisfaction"))
  await copyDataSet(page)
  await expect(page.getByText(/^Axis starts at \S+, not at 0$/)).toBeVisible()
  await expect(chart(page)).toHaveAccessibleName(/Axis starts at \S+, not at 0$/)
  await page.getByRole("button", { name: "Download" }).click()
  const coming = page.waitForEvent("download")
  await pickEntry(page.getByRole("menuitem", { name: "Picture as SVG" }))
  expect(readFileSync(await (await coming).path()).toString()).toContain("Axis starts at")
  await page.getByRole("button", { name: "Bars" }).click()
  await expect(page.getByText(/^Axis starts at/)).toHaveCount(0)
})

test("a note is shown in the chart, its picture and its workbook, and to the role that it is shared with", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("analyst")
  await openExplorer(page)
  const text = `Sale ${Date.now()}`
  await page.getByRole("button", { name: "Add a note" }).click()
  const dialog = page.getByRole("dialog", { name: "Add a note" })
  await dialog.getByRole("button", { name: "Save" }).click()
  await expect(dialog.getByText("Enter a note.")).toBeVisible()
  await dialog.getByLabel("From").fill("2026-10-05")
  await dialog.getByLabel("To", { exact: true }).fill("2026-10-03")
  await dialog.getByLabel("Note", { exact: true }).fill(text)
  await dialog.getByRole("button", { name: "Save" }).click()
  await expect(dialog.getByText(/a last day that is not before it/)).toBeVisible()
  await dialog.getByLabel("From").fill("2026-10-03")
  await dialog.getByLabel("To", { exact: true }).fill("2026-10-05")
  await dialog.getByRole("combobox", { name: "Who sees it" }).click()
  await pickEntry(page.getByRole("option", { name: /role Administrator/ }))
  await dialog.getByRole("button", { name: "Save" }).click()
  const notes = page.getByRole("list", { name: "Notes" })
  const own = notes.getByRole("listitem").filter({ hasText: text })
  await expect(own).toContainText(`3 – 5 Oct 2026: ${text} · Priya Raman · shared: Administrator`)
  await expect(page.locator("[data-chart] [data-note] circle").first()).toBeAttached()

  expect((await download(page, "Picture as SVG")).toString()).toContain(text)
  const about = await readSheet(await download(page, "Values as XLSX"), "About")
  expect(about.flat().join()).toContain(`${text} (Priya Raman)`)

  const admin = await openAs("admin")
  await openExplorer(admin)
  const seen = admin
    .getByRole("list", { name: "Notes" })
    .getByRole("listitem")
    .filter({ hasText: text })
  await seen.getByRole("button", { name: /^Remove note/ }).click()
  await expect(seen).toHaveCount(0)
  await page.reload()
  await expect(chart(page)).toBeVisible()
  await expect(own).toHaveCount(0)
})
