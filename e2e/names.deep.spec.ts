import { readFileSync, writeFileSync } from "node:fs"
import { type BrowserContext, test as base, type Locator, type Page } from "@playwright/test"
import type { ListOperation, PathParameters, Row } from "@/lib/catalogue"
import { orderCopy } from "./copy-list"
import { workspaceFile } from "./environment"
import { answerEditor, beginFilter } from "./filter-editor"
import { expect, type Role, signIn, test } from "./people"
import { pickEntry } from "./pick-entry"
import { reportUrl } from "./report-page"
import { answeringPath, askService, operationOf, readAll } from "./service-api"
import { bring, entryRow, readFaults } from "./settings-page"
import { type OwnDashboard, startOwnDashboard } from "./start-own-dashboard"

interface Named {
  readonly id: string
  readonly name: string
}
interface WorkspaceFile {
  readonly courses: readonly Named[]
  readonly lessons: readonly Named[]
  readonly serviceFormModules: readonly (Named & { readonly forms: readonly Named[] })[]
}

const questions = operationOf("question-participations") as ListOperation
const courses = operationOf("course-participations") as ListOperation
const reviews = operationOf("stage-reviews") as ListOperation
const unknownId = "00000000-0000-4000-8000-000000000009"

/** The number of rows with each value of a field, rarest value first. */
function countBy(rows: readonly Row[], field: string): [string, number][] {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(`${row[field]}`, (counts.get(`${row[field]}`) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => one - other)
}

test.describe("names", () => {
  test.describe.configure({ mode: "serial" })
  let dashboard: OwnDashboard
  let whole: WorkspaceFile
  let answered: Row[]
  let path: PathParameters
  const contexts = new Map<Role, BrowserContext>()

  base.beforeAll(async ({ browser }) => {
    whole = JSON.parse(readFileSync(workspaceFile(), "utf8"))
    answered = await readAll(questions, {})
    path = await answeringPath(reviews)
    dashboard = await startOwnDashboard()
    writeFileSync(dashboard.workspaceFile, JSON.stringify(whole))
    const enter = async (role: Role) => {
      const context = await browser.newContext({ baseURL: dashboard.url })
      contexts.set(role, context)
      const page = await context.newPage()
      await signIn(page, role)
      await page.close()
    }
    await Promise.all((["admin", "hr"] as const).map(enter))
  })
  base.afterAll(async () => {
    for (const context of contexts.values()) await context.close()
    await dashboard?.stop()
  })

  async function open(role: Role, address: string): Promise<Page> {
    const page = await contexts.get(role)?.newPage()
    if (!page) throw new Error(`${role} is not signed in.`)
    await page.goto(address)
    return page
  }
  const cellOf = (page: Page, field: string): Locator =>
    page.locator(`[data-row='0'] [data-field=${field}]`)
  const nameOf = (list: readonly Named[], id: unknown) =>
    list.find((each) => each.id === id)?.name ?? ""

  test("an HR manager sees the names of courses and lessons, and filters by a lesson's name", async () => {
    const [first] = await readAll(courses, {}, "sort=-creationDateTime")
    const taken = await open("hr", reportUrl(courses, {}))
    await expect(cellOf(taken, "courseId")).toHaveText(nameOf(whole.courses, first?.["courseId"]))
    await taken.close()

    const [lesson = "", count = 0] = countBy(answered, "courseLessonId")[0] ?? []
    const name = nameOf(whole.lessons, lesson)
    const page = await open("hr", reportUrl(questions, {}))
    await expect(page.getByRole("grid")).toBeVisible()
    await beginFilter(page, "courseLessonId")
    await answerEditor(page, {
      property: "courseLessonId",
      filters: [{ property: "courseLessonId", operator: "eq", value: lesson }],
      condition: "eq",
      type: "guid",
      texts: [name],
      listed: true,
    })
    await expect(page).toHaveURL(new RegExp(lesson))
    await expect(
      page.getByRole("button", { name: `Change the filter: Lesson is ${name}` }),
    ).toBeVisible()
    await expect(page.getByText(`All ${count} rows loaded`)).toBeVisible()
    await expect(cellOf(page, "courseLessonId")).toHaveText(name)
    await expect(page.getByRole("button", { name: "Name this id" })).toHaveCount(0)
    await page.close()
  })

  test("an administrator names lessons from a row and from a filter, and the table shows the names", async () => {
    const [inRow = "", onChip = ""] = countBy(answered, "courseLessonId").map(([id]) => id)
    const lessons = whole.lessons.filter(({ id }) => id !== inRow && id !== onChip)
    writeFileSync(dashboard.workspaceFile, JSON.stringify({ ...whole, lessons }))
    const page = await open("admin", reportUrl(questions, {}, `courseLessonId=${inRow}`))
    const cell = cellOf(page, "courseLessonId")
    await expect(cell).toContainText(inRow.slice(0, 8))
    await cell.click()
    await page
      .getByRole("dialog")
      .getByRole("button", { name: "Name this id", exact: true })
      .click()
    await nameIn(page, { Name: "At the till" })
    await expect(cell).toHaveText("At the till")
    await page.close()

    const filtered = await open("admin", reportUrl(questions, {}, `courseLessonId=${onChip}`))
    await filtered.getByRole("button", { name: "Name this id", exact: true }).click()
    await nameIn(filtered, { Name: "In the store" })
    await expect(
      filtered.getByRole("button", { name: "Change the filter: Lesson is In the store" }),
    ).toBeVisible()
    await expect(cellOf(filtered, "courseLessonId")).toHaveText("In the store")
    await filtered.close()

    const hr = await open("hr", reportUrl(questions, {}, `courseLessonId=${inRow}`))
    await expect(cellOf(hr, "courseLessonId")).toHaveText("At the till")
    await hr.close()
  })

  /** Fills the open naming dialog and saves it. */
  async function nameIn(page: Page, names: Readonly<Record<string, string>>) {
    const dialog = page.getByRole("dialog", { name: "Name this id" })
    for (const [label, name] of Object.entries(names))
      await dialog.getByRole("textbox", { name: label, exact: true }).fill(name)
    await dialog.getByRole("button", { name: "Save", exact: true }).click()
    await expect(dialog).toBeHidden()
  }

  test("naming a step also names its unnamed form and module", async () => {
    const others = whole.serviceFormModules.filter(({ id }) => id !== path["moduleId"])
    writeFileSync(dashboard.workspaceFile, JSON.stringify({ ...whole, serviceFormModules: others }))
    const [stage] = countBy(await readAll(reviews, path), "stageId").flatMap(([id]) =>
      id === "null" ? [] : [id],
    )
    const page = await open("admin", reportUrl(reviews, path, `stageId=${stage}`))
    const cell = cellOf(page, "stageId")
    await cell.click()
    await page
      .getByRole("dialog")
      .getByRole("button", { name: "Name this id", exact: true })
      .first()
      .click()
    const dialog = page.getByRole("dialog", { name: "Name this id" })
    await expect(dialog).toContainText("Its parent has no name yet either.")
    await nameIn(page, {
      "Name (Form module)": "Site requests",
      "Name (Form)": "Parking permit",
      Name: "Gate check",
    })
    await expect(cell).toHaveText("Gate check")
    await page.goto("/settings")
    for (const name of ["Site requests", "Parking permit"])
      await page.getByRole("button", { name: `Show what is in ${name}` }).click()
    await expect(entryRow(page, "Gate check")).toContainText("Added here")
    await page.close()
  })

  test("names are imported by CSV: the preview reports the faulty line, and the good lines are saved", async () => {
    writeFileSync(dashboard.workspaceFile, JSON.stringify(whole))
    const [renamed] = whole.courses
    const page = await open("admin", "/settings")
    const read = async () => (await page.request.get("/api/workspace")).text()
    const before = await read()
    await page.getByRole("button", { name: "Names from a file", exact: true }).click()
    const dialog = page.getByRole("dialog", { name: "Names from a file" })
    await bring(
      dialog,
      "names.csv",
      `Hvad;navn;Nummer;Ligger i\r\nKursus;Safety first;${renamed?.id};\r\nLesson;"At the ""till""";${unknownId};\r\ncontentCategory;Offers;${unknownId};${unknownId}\r\n`,
    )
    await expect(dialog).toContainText("Choose the columns with the kind, the id and the name.")
    for (const [head, field] of [
      ["Hvad", "Kind"],
      ["Ligger i", "Id of the parent"],
    ] as const) {
      await dialog.getByRole("combobox", { name: `Field of the column ${head}` }).click()
      await pickEntry(page.getByRole("option", { name: field, exact: true }))
    }
    await expect(dialog.getByText("1 new, 1 renamed, none unchanged.")).toBeVisible()
    expect(await readFaults(dialog)).toEqual([
      "Line 4: The parent has no name yet, neither here nor in this file",
    ])
    await expect(dialog).toContainText("Nothing was changed.")
    expect(await read()).toBe(before)
    await dialog.getByRole("button", { name: "Save 2 names, skip faulty lines" }).click()
    await expect(dialog.getByText("1 added, 1 renamed, none unchanged.")).toBeVisible()
    await expect(dialog).toContainText("Left out: 1 error")
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click()
    await expect(entryRow(page, "Safety first")).toContainText("Renamed here")
    await expect(entryRow(page, 'At the "till"')).toContainText("Added here")
    await page.close()
  })

  test("an event's category has its title from the copied list", async () => {
    const event = await answeringPath(operationOf("calendar-event"))
    const ids = [event["moduleId"], event["calendarId"], event["eventId"]]
    const answer = await askService(
      `/v1.2/calendarmodules/${ids[0]}/calendars/${ids[1]}/events/${ids[2]}`,
    )
    const { data } = (await answer.json()) as { data: Row }
    const list = operationOf("calendar-categories")
    const parameters = { moduleId: event["moduleId"] ?? "" }
    const category = (await readAll(list, parameters)).find(({ id }) => id === data["categoryId"])
    const locales = category?.["locales"] as readonly Row[]
    const title = `${(locales.find(({ culture }) => `${culture}`.startsWith("en")) ?? locales[0])?.["title"]}`
    const page = await open("admin", `/data/calendar-event/${ids.join("/")}`)
    const field = page.locator("dl > div").filter({ has: page.getByText("Category") })
    await expect(field).toContainText(`${data["categoryId"]}`.slice(0, 8))
    await expect(field).not.toContainText(title)
    const order = { operation: list.id, parameters }
    expect(await page.evaluate(orderCopy, order)).toBe(200)
    await expect(async () => {
      await page.reload()
      await expect(field).toContainText(title, { timeout: 2000 })
    }).toPass({ timeout: 30_000 })
    await page.close()
  })
})
