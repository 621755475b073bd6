import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Page } from "@playwright/test"
import { parse } from "csv-parse/sync"
import { catalogue, checkDepartment, departmentSchemas, type Row } from "@/lib/catalogue"
import { diffDocuments, printPatch } from "@/lib/json-patch"
import { readDepartment } from "./department-page"
import { readWorkspace, workspaceFile } from "./environment"
import { download } from "./export-page"
import { hrStories } from "./hr-tasks"
import { expect, signIn, test } from "./people"
import { plainFigures, type RawPoint } from "./plain-figures"
import { createServiceReader, operationOf, readAll } from "./service-api"
import { type LargeStack, readRows, startLargeStack } from "./start-large"
import { type OwnDashboard, startCopyingDashboard } from "./start-own-dashboard"
import { dayIn, footOf, storiesAt, untilCopied, zone } from "./story"
import { allHands, hasFocus, pressUntil, type Visit } from "./visit"

/** The last complete month. */
const lastMonth = new Date(new Date().setUTCDate(0)).toISOString().slice(0, 7)
const namesFile = () => join(dirname(workspaceFile()), "user-names.csv")

// One worker, so that there is one dashboard; it copies its lists automatically.
test.describe.configure({ mode: "default" })

let dashboard: OwnDashboard
/**
 * A dashboard with automatic copies over hundreds of departments and years of figures; started by
 * the first task that needs it.
 */
let large: Promise<LargeStack> | undefined
async function openLarge(): Promise<LargeStack> {
  const stack = await startLargeStack(1, { COPY_BUDGET: "100000" }, { hasNames: true })
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

const story = storiesAt(async () => dashboard)
const largeStory = storiesAt(startLarge)

/** People's names by id, from the file. */
const readNames = () =>
  new Map(
    (
      parse(readFileSync(namesFile()), { bom: true, columns: true }) as Record<string, string>[]
    ).map(({ id = "", name }) => [id, name]),
  )

/** Pastes a text into the focused element, as from a spreadsheet. */
const pasteText = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData("text/plain", pasted)
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)

/** Types the number of changes, which must be confirmed above 50. */
async function confirmNumber(page: Page, count: number) {
  if (count > 50) await page.getByLabel(`To send ${count} changes, type ${count}`).fill(`${count}`)
}

/** The headers that our pages send with a write. */
const ownHeaders = () => ({ origin: dashboard.url, "x-requested-with": "dashboard" })

story(
  9,
  "admin",
  "a store that moved gets its address and a manager by name",
  async (visit) => {
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
    await visit.click(page.getByRole("button", { name: "Review changes" }))
    await visit.click(
      page
        .getByRole("dialog", { name: "Review the changes" })
        .getByRole("button", { name: "Save" }),
    )
    await expect(page.getByText("2 changes were saved.")).toBeVisible()
    expect(await readDepartment(`${store?.["id"]}`)).toMatchObject({
      addressLine: address,
      managerUserId: managerId,
    })
    return `${store?.["name"]}, now led by ${managerName}`
  },
  { within: 6 },
)

story(11, "admin", "a spreadsheet of addresses with a few faults in it", async (visit) => {
  const { page } = visit
  // Other tests edit stores at the same time.
  const untouched = (await readAll(operationOf("departments"), {})).filter(
    (row) => row["type"] === "Department" && !`${row["addressLine2"]}`.startsWith("Gate "),
  )
  const [one, two] = untouched.slice(visit.hands === "keys" ? -2 : 0)
  const gate = visit.hands === "keys" ? 14 : 4
  const lines = [
    "sep=;",
    "Afdeling;addressLine2;By;Lager",
    `${one?.["id"]};Gate ${gate}, rear; Århus ;12`,
    "not-an-id;Gate 5;Århus;",
    `${two?.["id"]};"Gate ""${gate}""";Odense;1,5`,
    `${one?.["id"]};Gate 7;Odense;`,
  ]
  await visit.open("Organisation", "Tree")
  await visit.click(page.getByRole("link", { name: "Import" }))
  const choosing = page.waitForEvent("filechooser")
  await visit.click(page.getByRole("button", { name: "Choose a file" }).first())
  // As Danish Excel encodes CSV.
  const buffer = Buffer.from(lines.join("\r\n"), "latin1")
  await (await choosing).setFiles({ name: "addresses.csv", mimeType: "text/csv", buffer })
  await expect(page.getByRole("combobox", { name: /Afdeling/ })).toHaveText(
    "Id (finds the department)",
  )
  await expect(page.getByRole("combobox", { name: /Lager/ })).toHaveText("Left out")
  await expect(page.getByText("Spaces around 1 value are left out.")).toBeVisible()
  await visit.click(page.getByRole("button", { name: "Preview changes" }))
  await visit.click(page.getByRole("checkbox", { name: /^Send only the valid rows: 2 rows/ }))
  await visit.click(page.getByRole("button", { name: "Send 2 changes" }))
  await expect(page.getByText("2 of 2 done")).toBeVisible()
  expect(await readDepartment(`${one?.["id"]}`)).toMatchObject({
    addressLine2: `Gate ${gate}, rear`,
    city: "Århus",
  })
  expect(await readDepartment(`${two?.["id"]}`)).toMatchObject({
    addressLine2: `Gate "${gate}"`,
    city: "Odense",
  })
  return "2 addresses changed, 2 rows left out"
})

story(
  12,
  "admin",
  "who made a mistake, and it is undone",
  async (visit) => {
    const { page } = visit
    const all = await readAll(operationOf("departments"), {})
    const before = all.filter((row) => row["type"] === "Store").at(-2)
    const id = `${before?.["id"]}`
    const place = `Atlantis by ${visit.hands}`
    await change(page, before, { city: place })
    await page.reload()
    const account = await page
      .getByRole("button", { name: /^Your account: / })
      .getAttribute("aria-label")
    const author = account?.replace("Your account: ", "") ?? "nobody"
    const recent = page.getByRole("region", { name: "Changes" }).getByRole("listitem").first()
    await expect(recent).toContainText(`${before?.["name"]}`)
    await expect(recent).toContainText(author)
    await visit.click(recent.getByRole("link", { name: "City" }))
    const edit = page.getByRole("dialog", { name: `Change to ${before?.["name"]}` })
    await expect(edit).toContainText(place)
    await visit.click(edit.getByRole("button", { name: /^Undo the change to/ }))
    const undo = page.getByRole("dialog", { name: `Undo the change to ${before?.["name"]}` })
    await visit.click(undo.getByRole("button", { name: "Save", exact: true }))
    await expect(page.getByText("The change has been undone.")).toBeVisible()
    expect((await readDepartment(id))["city"]).toBe(before?.["city"])
    return `${author} had changed ${before?.["name"]}`
  },
  { within: 3 },
)

largeStory(
  13,
  "admin",
  "all departments without a manager, to be mended together",
  async (visit) => {
    const { page } = visit
    const all = await readDepartments()
    const without = all.filter((row) => row["managerUserId"] === null)
    expect(without.length).toBeGreaterThan(1)
    await untilCopied(page, "departments", without.length, "managerUserId=")
    await page.reload()
    const missing = page.getByRole("region", { name: "Departments without a manager" })
    await visit.click(missing.getByRole("listitem").getByRole("link"))
    await expect(page.getByText(footOf(without.length))).toBeVisible()
    await visit.click(page.getByRole("button", { name: `Select all ${without.length} that match` }))
    await visit.click(page.getByRole("link", { name: `Edit ${without.length} departments` }))
    const fields = page.getByRole("region", { name: "Changes" })
    await visit.click(fields.getByRole("button", { name: "Manager", exact: true }))
    await visit.click(page.getByRole("button", { name: "A value for each: Manager" }))
    const rows = page.getByRole("list", { name: "Manager of each department" })
    await expect(rows.getByRole("listitem")).toHaveCount(without.length)
    // As copied from a spreadsheet: the department's id and its manager's id.
    const managers = [...readNames()].slice(0, without.length)
    const pasted = without.map((row, at) => `${row["id"]}\t${managers[at % managers.length]?.[0]}`)
    await rows.getByRole("listitem").first().getByRole("button").focus()
    await pasteText(page, pasted.join("\n"))
    await visit.click(page.getByRole("button", { name: "Preview changes" }))
    const dryRun = page.getByRole("region", { name: "Preview" })
    await expect(dryRun.getByRole("tab", { name: /^Would change: \d+$/ })).toBeVisible()
    const [, count = "0"] =
      /Would change: (\d+)/.exec(`${await dryRun.getByRole("tab").first().textContent()}`) ?? []
    await confirmNumber(page, Number(count))
    await visit.click(page.getByRole("button", { name: `Send ${count} changes` }))
    await expect(page.getByText(/^(\d+) of \1 done$/)).toBeVisible({ timeout: 120_000 })
    const after = new Map((await readDepartments()).map((row) => [row["id"], row]))
    const mended = without.filter(
      ({ id }, at) => after.get(id)?.["managerUserId"] === managers[at % managers.length]?.[0],
    )
    // The platform refuses every change of departments whose demo phone number is invalid.
    expect(mended).toEqual(without.filter(isValid))
    for (const row of mended) await change(page, after.get(row["id"]), { managerUserId: null })
    return `${mended.length} of ${without.length} departments without a manager have one of their own`
  },
)

const schemas = departmentSchemas(catalogue)

/** Whether the platform accepts a change of the department. */
const isValid = (row: Row) =>
  checkDepartment(
    schemas,
    Object.fromEntries(Object.keys(schemas).map((name) => [name, row[name] ?? null])),
  ).problems.length === 0

/** Changes a department through the API while the page is open. */
async function change(page: Page, before: Row | undefined, values: Row) {
  const { origin } = new URL(page.url())
  const answer = await page.request.fetch(`${origin}/api/v1.2/departments/${before?.["id"]}`, {
    method: "PATCH",
    headers: { ...ownHeaders(), origin, "content-type": "application/json-patch+json" },
    data: printPatch(diffDocuments(before ?? {}, { ...before, ...values })),
  })
  expect(answer.ok()).toBe(true)
}

/** Every department of the large demo data. */
const readDepartments = async () => readRows(await startLarge(), "/v1.4/departments")

/** Every point of one of its data sets. */
async function readPoints(name: string) {
  const company = await startLarge()
  const { entries } = readWorkspace(company.workspaceFile)
  const dataSetId = `${entries.find((entry) => entry.kind === "dataSet" && entry.name === name)?.id}`
  const points = await readRows(company, `/v1.4/dataSets/${dataSetId}/dataPoints`)
  return { dataSetId, points }
}

largeStory(
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
    await visit.click(page.getByRole("button", { name: `Select all ${stores.length} that match` }))
    await visit.click(page.getByRole("link", { name: `Edit ${stores.length} departments` }))
    const fields = page.getByRole("region", { name: "Changes" })
    await visit.click(fields.getByRole("button", { name: "Time zone", exact: true }))
    await expect(page.getByRole("button", { name: "Time zone: not set" })).toBeFocused()
    await page.keyboard.press("Enter")
    await visit.type(page.getByPlaceholder("City, region or offset"), city)
    await expect(page.getByRole("option", { name: new RegExp(city) })).toBeVisible()
    await page.keyboard.press("Enter")
    await visit.click(page.getByRole("button", { name: "Preview changes" }))
    const sending = page.getByRole("button", { name: /^Send \d+ changes$/ })
    await confirmNumber(page, Number(/\d+/.exec(`${await sending.textContent()}`)?.[0]))
    await visit.click(sending)
    await expect(page.getByText(/^(\d+) of \1 done$/)).toBeVisible({ timeout: 120_000 })
    const after = await readDepartments()
    const changed = after.filter((row) => row["type"] === "Store")
    const moved = changed.filter((row) => row["timeZone"] === `Europe/${city}`)
    expect(moved.length).toBeGreaterThan(20)
    return `${moved.length} of ${stores.length} stores`
  },
  { within: 7 },
)

/** Waits until all data points are copied, and reloads the page, which then shows the figures. */
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

/** Each store's monthly sales target. */
const storeTarget = 3_600_000

/** Sets each store's target as an administrator. */
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

largeStory(
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
    // Each store adds its share of each month's target, for the days that count.
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
  { within: 6 },
)

largeStory(
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
  { hands: allHands, within: 2 },
)

largeStory(
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
      // The sentence leaves out small groups.
      if (!said.includes("left out")) expect(said).toContain(changeText(now, before).slice(1))
    } else if (said.startsWith("Sick leave is about")) expect(Math.abs(share)).toBeLessThan(0.02)
    else expect(said).toContain("too few people")
    await expect(page.getByRole("application")).toBeVisible()
    return said
  },
  { within: 1 },
)

largeStory(
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
    // Moves to the highest point of the line by the arrow keys.
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
    // Compares with the month before by weekday, which is four weeks earlier.
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
  { within: 3 },
)

const anyHands = ["mouse", "keys"] as const
hrStories(
  async () => {
    const { url, recorder, workspaceFile: file } = await startLarge()
    const reader = createServiceReader(
      () => recorder.url,
      () => readWorkspace(file),
    )
    return { url, reader, namesFile: join(dirname(file), "user-names.csv") }
  },
  { plain: anyHands, anywhere: allHands },
)
