import type { Page } from "@playwright/test"
import {
  catalogue,
  fieldsOf,
  findOperation,
  isScalar,
  type ListOperation,
  listOperations,
  type Operation,
  type PathParameters,
  type Row,
} from "@/lib/catalogue"
import { rounds } from "@/scripts/testing/rounds"
import { answerEditor, beginFilter } from "./filter-editor"
import { type FilterExample, filterExamplesOf } from "./filter-examples"
import { expect, isAlive, mayRead, roles, test } from "./people"
import { pickEntry } from "./pick-entry"
import { reportUrl, type SeenRow, scrollThrough } from "./report-page"
import { answeringPath, readAll, readAllAsShown } from "./service-api"

const highscores = findOperation(catalogue, "highscores") as ListOperation

const fieldOf = (operation: ListOperation, property: string) =>
  operation.properties[property]?.field ?? property

/** Compares the drawn cells with the service's rows. */
function expectSameRows(
  operation: ListOperation,
  seen: readonly SeenRow[],
  expected: readonly Row[],
) {
  expect(seen.map(({ index }) => index)).toEqual(expected.map((_, index) => index))
  const fields = fieldsOf(catalogue, operation)
  let compared = 0
  for (const { index, cells } of seen)
    for (const [name, text] of Object.entries(cells)) {
      const field = fields[name]
      // Links point to the dashboard here, and nested values are summarised.
      if (!field || !isScalar(field) || field.type === "url") continue
      expect(text, `row ${index}, ${name}`).toBe(String(expected[index]?.[name] ?? ""))
      compared++
    }
  expect(compared).toBeGreaterThan(expected.length - 1)
}

/** Expects the same rows, in the order of one field. */
function expectSameOrder(seen: readonly SeenRow[], expected: readonly Row[], field: string) {
  const textOf = (row: Row, name: string) => String(row[name] ?? "")
  expect(seen.map(({ cells }) => cells[field])).toEqual(expected.map((row) => textOf(row, field)))
  const names = Object.keys(seen[0]?.cells ?? {}).filter((name) => name in (expected[0] ?? {}))
  const lines = (rows: readonly string[][]) => rows.map((row) => row.join("|")).toSorted()
  expect(lines(seen.map(({ cells }) => names.map((name) => `${cells[name]}`)))).toEqual(
    lines(expected.map((row) => names.map((name) => textOf(row, name)))),
  )
}

async function openReport(page: Page, operation: ListOperation, path: PathParameters, search = "") {
  await page.goto(reportUrl(operation, path, search))
  await expect(page.getByRole("grid").locator("[data-row]").first()).toBeVisible()
}

/** Changes the query and waits until its rows are shown. */
async function changeQuestion(page: Page, parameter: string, change: () => Promise<void>) {
  const answered = page.waitForResponse((response) => {
    const { pathname, searchParams } = new URL(response.url())
    return pathname.startsWith("/api/") && searchParams.has(parameter)
  })
  await change()
  await answered
  await expect(page.getByRole("grid")).toHaveAttribute("aria-busy", "false")
}

/** A filter on a text or id property, equal to a value that some rows have. */
function chooseQuestion(operation: ListOperation, rows: readonly Row[]): FilterExample {
  const candidates = Object.entries(operation.properties).filter(
    ([name, property]) =>
      property.filter &&
      (property.type === "string" || property.type === "guid") &&
      name !== "id" &&
      rows.some((row) => row[fieldOf(operation, name)]),
  )
  const [name] = candidates[0] ?? ["id"]
  const example = filterExamplesOf(operation, name, rows).find(
    ({ condition }) => condition === "eq",
  )
  if (!example) throw new Error(`${name} cannot be equal to anything.`)
  return example
}

/** How many rows of a list are compared; the demo's longest list has 1,000. */
const enough = rounds({ test: 60, deep: 1_000_000 })

const requested = new Set<Operation>()
const askedInFull = ["departments"]

/**
 * `npm test` reads each list as one role only, and sorts and filters only departments, because all
 * lists share this code; `npm run test:deep` does the rest.
 */
function tagsFor(operation: Operation) {
  const isNew = !requested.has(operation)
  requested.add(operation)
  const isWhole = isNew && askedInFull.includes(operation.id)
  return { read: isNew ? [] : ["@deep"], change: isWhole ? [] : ["@deep"] }
}

for (const role of roles)
  for (const operation of listOperations(catalogue).filter(({ domain }) => mayRead(role, domain)))
    test.describe(`${role} reads ${operation.id}`, () => {
      const tags = tagsFor(operation)

      test("shows every row from first to last, in order, without gaps or duplicates", {
        tag: tags.read,
      }, async ({ openAs }) => {
        const path = await answeringPath(operation)
        const expected = await readAllAsShown(operation, path)
        const page = await openAs(role)
        await openReport(page, operation, path)
        const seen = await scrollThrough(page, enough)
        expectSameRows(
          operation,
          seen,
          expected.slice(0, Math.max(seen.length, Math.min(enough, expected.length))),
        )
      })

      test("sorts by a click on a column, as the API does", { tag: tags.change }, async ({
        openAs,
      }) => {
        const path = await answeringPath(operation)
        const page = await openAs(role)
        await openReport(page, operation, path)
        const header = page.locator("[role=columnheader][aria-sort]").first()
        const button = header.getByRole("button").first()
        await changeQuestion(page, "sort", () => button.click())
        await expect(page).toHaveURL(/[?&]sort=/)
        const sort = new URL(page.url()).searchParams.get("sort") ?? ""
        await expect(header).toHaveAttribute(
          "aria-sort",
          sort.startsWith("-") ? "descending" : "ascending",
        )
        const expected = await readAll(operation, path, `sort=${sort}`)
        const seen = await scrollThrough(page)
        // Rows without an id have no defined order among equal values.
        if ("id" in fieldsOf(catalogue, operation)) expectSameRows(operation, seen, expected)
        else expectSameOrder(seen, expected, fieldOf(operation, sort.replace("-", "")))
      })

      test("filters through the interface, as the API does", { tag: tags.change }, async ({
        openAs,
      }) => {
        const path = await answeringPath(operation)
        const example = chooseQuestion(operation, await readAll(operation, path))
        const { property, texts } = example
        const [value = ""] = texts
        const page = await openAs(role)
        await openReport(page, operation, path)
        await changeQuestion(page, property, async () => {
          await beginFilter(page, property)
          await answerEditor(page, example)
        })
        expect(new URL(page.url()).searchParams.get(property)).toBe(value)
        const expected = await readAllAsShown(
          operation,
          path,
          new URLSearchParams({ [property]: value }).toString(),
        )
        expect(expected.length).toBeGreaterThan(0)
        expectSameRows(operation, await scrollThrough(page), expected)
      })
    })

test("reports of events are sorted newest first by default, and the header shows it", async ({
  openAs,
}) => {
  const operation = findOperation(catalogue, "question-participations") as ListOperation
  const page = await openAs("hr")
  await openReport(page, operation, {}, "view.columns=creationDateTime")
  await isAlive(page)
  await changeQuestion(page, "sort", () => page.getByRole("button", { name: "Refresh" }).click())
  const created = page.getByRole("columnheader").filter({ hasText: "Created" })
  await expect(created).toHaveAttribute("aria-sort", "descending")
  const cells = await page
    .locator("[data-field=creationDateTime]")
    .evaluateAll((all) => all.map((cell) => cell.getAttribute("title") ?? ""))
  const times = cells.filter((text) => text !== "")
  expect(times.length).toBeGreaterThan(3)
  expect(cells.slice(-times.length)).toEqual(times.toSorted().toReversed())
})

test("posts have their titles under Title and their ids under Id", async ({ openAs }) => {
  const operation = findOperation(catalogue, "content-posts") as ListOperation
  const path = await answeringPath(operation)
  const page = await openAs("hr")
  await openReport(page, operation, path, "view.columns=id,id.raw")
  const titles = page.getByRole("columnheader").locator(".truncate")
  await expect(titles).toHaveText(["Title", "Id"])
  const cells = page.locator("[data-row='0'] [role=gridcell]")
  await expect(cells.first()).not.toHaveText(/^[0-9a-f]{8}$/)
  await expect(cells.last()).toHaveText(/^[0-9a-f]{8}$/)
})

test("enumerated values are shown in the reader's language", { tag: "@deep" }, async ({
  openAs,
  baseURL,
}) => {
  const operation = findOperation(catalogue, "course-participations") as ListOperation
  const page = await openAs("hr")
  const search = "courseParticipationState=InProgress"
  const state = page.locator("[data-row='0'] [data-field=courseParticipationState]")
  await openReport(page, operation, {}, search)
  await expect(state).toHaveText("In progress")
  await page.context().addCookies([{ name: "locale", value: "da", url: `${baseURL}` }])
  await openReport(page, operation, {}, search)
  await expect(state).toHaveText("I gang")
  await expect(page.locator("[data-opens-filter]").first()).toContainText("I gang")
})

test("a picker whose list cannot be loaded says so, and loads it on Try again", {
  tag: "@deep",
}, async ({ openAs }) => {
  const [first] = await readAll(highscores, {})
  const page = await openAs("hr")
  const listed = /\/api\/v1[.\d]*\/highscores\?/
  await page.route(listed, (route) => route.abort())
  await page.goto("/reports/highscore-levels")
  await page.getByRole("combobox", { name: "Highscore", exact: true }).click()
  await expect(page.getByText("The dashboard cannot be reached")).toBeVisible()
  await expect(page.getByText("The platform lists no")).toHaveCount(0)
  await page.unroute(listed)
  await page.getByRole("button", { name: "Try again" }).click()
  await pickEntry(
    page
      .getByRole("option")
      .filter({ hasText: `${first?.["name"]}` })
      .first(),
  )
  await expect(page).toHaveURL(/[?&]path\.highscoreId=/)
})
