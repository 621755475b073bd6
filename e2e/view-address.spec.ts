import type { Locator, Page } from "@playwright/test"
import { catalogue, fieldsOf, findOperation, isScalar, type ListOperation } from "@/lib/catalogue"
import { answerEditor, beginFilter, expectAnswer } from "./filter-editor"
import { expect, test } from "./people"
import { pickEntry } from "./pick-entry"
import { recordedCalls } from "./recorded"
import { readRows, reportUrl } from "./report-page"
import { readAll } from "./service-api"

function list(id: string): ListOperation {
  const operation = findOperation(catalogue, id)
  if (operation?.kind !== "list") throw new Error(`${id} is no list`)
  return operation
}

const departments = list("departments")
const scalars = Object.entries(fieldsOf(catalogue, departments)).flatMap(([name, field]) =>
  isScalar(field) && field.type !== "url" ? [name] : [],
)
const expectDepartments = async (page: Page, search: string) =>
  expectAnswer(page, departments, scalars, await readAll(departments, {}, search))

async function openDepartments(page: Page, search = "") {
  await page.goto(reportUrl(departments, {}, search))
  await expect(page.getByRole("button", { name: "Add filter" })).toBeVisible()
}

const chip = (page: Page, text: string | RegExp): Locator =>
  page
    .getByRole("button", { name: text })
    .and(page.locator("[data-opens-filter]:not([data-opens-filter=''])"))
const searchOf = (page: Page) => new URL(page.url()).searchParams

test("typing 21 characters calls the platform once, after a pause in typing", async ({
  openAs,
}) => {
  const page = await openAs("admin")
  await openDepartments(page)
  const isMine = (path: string) => /\/v1\.4\/departments\?.*city=Q/.test(path)
  const requested: string[] = []
  page.on("request", (request) => {
    if (isMine(request.url())) requested.push(request.url())
  })
  await beginFilter(page, "city")
  const text = "Qaanaaq, ved havnen 7"
  await page.getByLabel("Value", { exact: true }).pressSequentially(text, { delay: 60 })
  await expectDepartments(page, new URLSearchParams({ city: text }).toString())
  await page.keyboard.press("Enter")
  await expect(page.getByRole("dialog")).toBeHidden()
  await expectDepartments(page, new URLSearchParams({ city: text }).toString())
  expect(requested).toHaveLength(1)
  const calls = (await recordedCalls()).filter(({ path }) => isMine(path))
  expect(calls).toHaveLength(1)
  expect(searchOf(page).get("city")).toBe(text)
})

test("a late response never replaces a newer one", async ({ openAs }) => {
  const page = await openAs("admin")
  await openDepartments(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let wasHeld = false
  await page.route(/\/api\/v1\.4\/departments\?.*type=Region/, async (route) => {
    wasHeld = true
    const answer = await route.fetch()
    await held
    await route.fulfill({ response: answer }).catch(() => {})
  })
  const choose = async (value: string) => {
    const search = page.getByPlaceholder("Find or enter a value")
    await search.fill(value)
    await search.press("Enter")
  }
  await beginFilter(page, "type")
  await choose("Region")
  await expect.poll(() => wasHeld).toBe(true)
  await chip(page, /Type is Region/).click()
  await choose("Store")
  await expectDepartments(page, "type=Store")
  release()
  await page.unrouteAll({ behavior: "wait" })
  await expectDepartments(page, "type=Store")
  await expect(chip(page, /Type is Store/)).toBeVisible()
})

test("a view opened in a fresh browser shows the same rows, columns, order and filters", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("admin")
  const layout = {
    "view.columns": "name,type,creationDateTime,city",
    "view.widths": "name:300",
    "view.pinned": "type",
    "view.density": "compact",
    "view.zone": "Asia/Tokyo",
  }
  await openDepartments(page, new URLSearchParams({ ...layout, sort: "-name" }).toString())
  await beginFilter(page, "lastModifiedDateTime")
  await pickEntry(page.getByRole("option", { name: "This year" }))
  await beginFilter(page, "showContactList")
  await pickEntry(page.getByRole("option", { name: "Yes" }))
  await expect(page.locator("[data-opens-filter]:not([data-opens-filter=''])")).toHaveCount(2)
  await expect(page.getByRole("grid")).toHaveAttribute("aria-busy", "false")
  const lookAt = async (shown: Page) => ({
    chips: await shown.locator("[data-opens-filter]").allTextContents(),
    headers: await shown.getByRole("columnheader").allTextContents(),
    rows: await readRows(shown),
    texts: await shown.getByRole("gridcell").allTextContents(),
  })
  const other = await openAs("hr")
  await openDepartments(other, `${searchOf(page)}`)
  await expect(other.getByRole("grid")).toHaveAttribute("aria-busy", "false")
  await expect.poll(() => lookAt(other)).toEqual(await lookAt(page))
  expect((await readRows(other)).length).toBeGreaterThan(0)
  expect(searchOf(page).get("period.lastModifiedDateTime")).toBe("this-year")
})

test("invalid parts of an address are ignored and listed, and the rest is shown", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("admin")
  await openDepartments(
    page,
    "type=Store&city[like]=A&view.columns=name,colour&view.zone=Mars&limit=3",
  )
  const notice = page.getByRole("status").filter({ hasText: "Ignored from the address" })
  for (const part of ["city[like]=A", "view.columns=colour", "view.zone=Mars", "limit=3"])
    await expect(notice).toContainText(part)
  await expectDepartments(page, "type=Store")
  await notice.getByRole("button", { name: "Dismiss" }).click()
  await expect(notice).toBeHidden()
})

test("filters are added, edited and removed by keyboard only", async ({ openAs }) => {
  const page = await openAs("admin")
  await openDepartments(page)
  const { keyboard } = page
  await page.getByRole("button", { name: "Add filter" }).focus()
  await keyboard.press("Enter")
  await expect(page.getByRole("combobox", { name: "Choose a field" })).toBeFocused()
  await keyboard.type("city")
  await keyboard.press("Enter")
  await expect(page.getByLabel("Value", { exact: true })).toBeFocused()
  await keyboard.type("Aarhus")
  await keyboard.press("Enter")
  await expectDepartments(page, "city=Aarhus")
  await expect(chip(page, /City is Aarhus/)).toBeFocused()
  await keyboard.press("Enter")
  await expect(page.getByRole("dialog")).toBeVisible()
  await keyboard.press("Escape")
  await expect(chip(page, /City is Aarhus/)).toBeFocused()
  await keyboard.press("Backspace")
  await expectDepartments(page, "")
  await expect(page.getByRole("button", { name: "Add filter" })).toBeFocused()
})

test("a range of days is chosen in the calendar by keyboard", { tag: "@deep" }, async ({
  openAs,
}) => {
  const page = await openAs("admin")
  await openDepartments(page)
  await beginFilter(page, "creationDateTime")
  const days = page.getByRole("dialog").getByRole("grid")
  await days.locator("button[tabindex='0']").focus()
  const start = await days.locator("button[aria-current='date']").getAttribute("aria-label")
  await expect(days.locator("button:focus")).toHaveAttribute("aria-label", start ?? "")
  for (const key of ["PageUp", "Home", "Enter", "End", "Enter"]) await page.keyboard.press(key)
  await expect(days.getByRole("gridcell", { selected: true })).toHaveCount(7)
  await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click()
  const [from = "", to = ""] = (searchOf(page).get("period.creationDateTime") ?? "").split("..")
  expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(6)
})

test("the sort order is built and rearranged by keyboard and by dragging", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("admin")
  await openDepartments(page)
  await page.getByRole("button", { name: "Sort" }).click()
  const dialog = page.getByRole("dialog", { name: "Sort" })
  await expect(dialog.getByText("This is the report's default order.")).toBeVisible()
  await dialog.getByRole("button", { name: "Also sort by" }).click()
  await page.getByPlaceholder("Sort by…").fill("city")
  await page.keyboard.press("Enter")
  await dialog.getByRole("button", { name: /^City: Ascending/ }).click()
  await expect.poll(() => searchOf(page).get("sort")).toBe("name,-city")
  await dialog.getByRole("button", { name: /^Move City/ }).press("ArrowUp")
  await expect(dialog.getByRole("status")).toHaveText("City is now at position 1 of 2.")
  await expect(dialog.getByRole("button", { name: /^Move City/ })).toBeFocused()
  await expect.poll(() => searchOf(page).get("sort")).toBe("-city,name")
  await expectDepartments(page, "sort=-city,name")
  await dialog.getByRole("button", { name: /^Move City/ }).hover()
  await page.mouse.down()
  const below = await dialog.getByRole("button", { name: /^Move Name/ }).boundingBox()
  await page.mouse.move(below?.x ?? 0, (below?.y ?? 0) + 40, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => searchOf(page).get("sort")).toBe("name,-city")
  await page.keyboard.press("Escape")
  await expectDepartments(page, "sort=name,-city")
})

test("one chip shows both ends of a property's range", async ({ openAs }) => {
  const page = await openAs("admin")
  await openDepartments(page)
  await beginFilter(page, "defaultPhoneCountryCode")
  await answerEditor(page, {
    property: "defaultPhoneCountryCode",
    type: "integer",
    condition: "between",
    texts: ["40", "46"],
    listed: false,
    filters: [],
  })
  await expectDepartments(page, "defaultPhoneCountryCode[gte]=40&defaultPhoneCountryCode[lte]=46")
  await expect(chip(page, /is between 40 and 46/)).toHaveCount(1)
})
