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
import { type Question, questionsOf } from "./filter-questions"
import { expect, test } from "./people"
import { reportUrl } from "./report-page"
import { answeringPath, readAll } from "./service-api"

// A step is named by its question, which tells enough; recording some 800 of them takes minutes.
test.use({ trace: "off" })

/** Fields whose cells carry the record's own text. */
const scalarsOf = (operation: ListOperation) =>
  Object.entries(fieldsOf(catalogue, operation)).flatMap(([name, field]) =>
    isScalar(field) && field.type !== "url" ? [name] : [],
  )

const searchOf = (operation: ListOperation, { filters }: Question) =>
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
): Promise<Question[]> {
  const rows = await readAll(operation, path)
  return names.flatMap((name) => questionsOf(operation, name, rows))
}

async function openReport(page: Page, address: string) {
  await page.goto(address)
  await expect(page.getByRole("button", { name: "Add filter" })).toBeVisible()
}

/** Goes to another view of the report without loading the page again; until the page is ready, it hears of none. */
async function goTo(page: Page, address: string, property: string) {
  const chip = page.locator(`[data-opens-filter^="${property} "]`).first()
  await expect(async () => {
    await page.evaluate((href) => window.history.pushState(null, "", href), address)
    await expect(chip).toBeVisible({ timeout: 500 })
  }).toPass()
}

const seenTypes = new Set<string>()

/** Of lists whose types others before them have all shown, `npm test` asks nothing; `npm run e2e` asks all. */
function tagFor({ properties }: ListOperation, names: readonly string[]) {
  const types = names.flatMap((name) => properties[name]?.type ?? [])
  const isNew = types.some((type) => !seenTypes.has(type))
  for (const type of types) seenTypes.add(type)
  return isNew ? [] : ["@whole"]
}

const chips = (page: Page) => page.getByRole("button", { name: /^Change the filter: / })

for (const operation of listOperations(catalogue)) {
  const scalars = scalarsOf(operation)
  const { firsts, others } = splitProperties(operation)
  const tag = tagFor(operation, firsts)

  test(`${operation.id}: every type and operator, asked through the interface, gives the API's rows`, {
    tag,
  }, async ({ openAs }) => {
    test.slow()
    const path = await answeringPath(operation)
    const page = await openAs("admin")
    await openReport(page, reportUrl(operation, path))
    let property = ""
    for (const question of await questionsFor(operation, path, firsts)) {
      await test.step(`${question.property} ${question.condition}`, async () => {
        if (property === question.property) await chips(page).click()
        else {
          if (property) await chips(page).press("Backspace")
          await beginFilter(page, question.property)
        }
        property = question.property
        await answerEditor(page, question)
        await expect(chips(page)).toHaveCount(1)
        const rows = await readAll(operation, path, searchOf(operation, question))
        await expectAnswer(page, operation, scalars, rows)
      })
    }
    expect(property).toBe(firsts.at(-1))
  })

  if (others.length === 0) continue
  test(`${operation.id}: every other property and operator, asked in the address, gives the API's rows`, {
    tag,
  }, async ({ openAs }) => {
    test.slow()
    const path = await answeringPath(operation)
    const page = await openAs("admin")
    await openReport(page, reportUrl(operation, path))
    for (const question of await questionsFor(operation, path, others)) {
      const search = searchOf(operation, question)
      await test.step(search, async () => {
        await goTo(page, reportUrl(operation, path, search), question.property)
        await expectAnswer(page, operation, scalars, await readAll(operation, path, search))
      })
    }
  })
}
