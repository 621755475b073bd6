import type { Page } from "@playwright/test"
import {
  catalogue,
  fieldsOf,
  isScalar,
  type ListOperation,
  listOperations,
  type PathParameters,
  printListQuery,
} from "@/lib/catalogue"
import { answerEditor, beginFilter, expectAnswer } from "./filter-editor"
import { type FilterExample, filterExamplesOf } from "./filter-examples"
import { expect, test } from "./people"
import { reportUrl } from "./report-page"
import { answeringPath, readAll, readAllAsShown } from "./service-api"

/** Fields whose cells contain the record's own text. */
const scalarsOf = (operation: ListOperation) =>
  Object.entries(fieldsOf(catalogue, operation)).flatMap(([name, field]) =>
    isScalar(field) && field.type !== "url" ? [name] : [],
  )

const searchOf = (operation: ListOperation, { filters }: FilterExample) =>
  printListQuery(operation, { filters, sort: [] }).toString()

/** The filterable properties: the first of each type, and the others. */
function splitProperties({ properties }: ListOperation) {
  const names = Object.keys(properties).filter((name) => properties[name]?.filter)
  const first = new Map(names.toReversed().map((name) => [properties[name]?.type, name]))
  const isFirst = (name: string) => first.get(properties[name]?.type) === name
  return { firsts: names.filter(isFirst), others: names.filter((name) => !isFirst(name)) }
}

async function questionsFor(
  operation: ListOperation,
  path: PathParameters,
  names: readonly string[],
): Promise<FilterExample[]> {
  const rows = await readAll(operation, path)
  return names.flatMap((name) => filterExamplesOf(operation, name, rows))
}

async function openReport(page: Page, address: string) {
  // Popups open and close hundreds of times here: without motion, the test runs in half the time.
  await page.emulateMedia({ reducedMotion: "reduce" })
  await page.goto(address)
  await expect(page.getByRole("button", { name: "Add filter" })).toBeVisible()
}

/**
 * Navigates to another view of the report without loading the page. Retries, because a page that is
 * not hydrated ignores the navigation.
 */
async function goTo(page: Page, address: string, property: string) {
  const chip = page.locator(`[data-opens-filter^="${property} "]`).first()
  await expect(async () => {
    await page.evaluate((href) => window.history.pushState(null, "", href), address)
    await chip.waitFor({ timeout: 500 })
  }).toPass()
}

const seenTypes = new Set<string>()

/**
 * Splits the properties: those of a type that no earlier list has shown run in `npm test`, the
 * others only in `npm run test:deep`.
 */
function splitByNews({ properties }: ListOperation, names: readonly string[]) {
  const typeOf = (name: string) => properties[name]?.type ?? ""
  const news = names.filter((name) => !seenTypes.has(typeOf(name)))
  for (const name of news) seenTypes.add(typeOf(name))
  return [
    { names: news, tag: [] },
    { names: names.filter((name) => !news.includes(name)), tag: ["@deep"] },
  ].filter(({ names }) => names.length > 0)
}

const chips = (page: Page) => page.getByRole("button", { name: /^Change the filter: / })

for (const operation of listOperations(catalogue)) {
  const scalars = scalarsOf(operation)
  const { firsts, others } = splitProperties(operation)
  const parts = splitByNews(operation, firsts)

  for (const { names, tag } of parts)
    test(`${operation.id}: ${names.join(", ")} with every operator, filtered in the interface, shows the API's rows`, {
      tag,
    }, async ({ openAs }) => {
      test.slow()
      const path = await answeringPath(operation)
      const page = await openAs("admin")
      await openReport(page, reportUrl(operation, path))
      let property = ""
      for (const example of await questionsFor(operation, path, names)) {
        await test.step(`${example.property} ${example.condition}`, async () => {
          const answer = readAllAsShown(operation, path, searchOf(operation, example))
          if (property === example.property) await chips(page).click()
          else {
            if (property) await chips(page).press("Backspace")
            await beginFilter(page, example.property)
          }
          property = example.property
          await answerEditor(page, example)
          await expectAnswer(page, operation, scalars, await answer)
          await expect(chips(page)).toHaveCount(1)
        })
      }
      expect(property).toBe(names.at(-1))
    })

  if (others.length === 0) continue
  test(`${operation.id}: every other property and operator, filtered by URL, shows the API's rows`, {
    tag: parts.some(({ tag }) => tag.length === 0) ? [] : ["@deep"],
  }, async ({ openAs }) => {
    test.slow()
    const path = await answeringPath(operation)
    const page = await openAs("admin")
    await openReport(page, reportUrl(operation, path))
    for (const example of await questionsFor(operation, path, others)) {
      const search = searchOf(operation, example)
      await test.step(search, async () => {
        const answer = readAllAsShown(operation, path, search)
        await goTo(page, reportUrl(operation, path, search), example.property)
        await expectAnswer(page, operation, scalars, await answer)
      })
    }
  })
}
