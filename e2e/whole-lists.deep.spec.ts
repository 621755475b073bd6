import { readFileSync } from "node:fs"
import { type BrowserContext, test as base, type Page } from "@playwright/test"
import { catalogue, parseWorkspace, type Row } from "@/lib/catalogue"
import { orderCopy } from "./copy-list"
import { choose, expectAccessible, exportNow, openChoices, readCsv } from "./export-page"
import { answerEditor, beginFilter } from "./filter-editor"
import { expect, type Role, signIn, test } from "./people"
import { type LargeStack, readRows, startLargeStack } from "./start-large"

/** Enough reviews that those of all forms do not fit on one page. */
const demoScale = 0.1

interface FormPath {
  readonly moduleId: string
  readonly formId: string
  readonly name: string
}

/** The forms that the workspace file names. */
function readForms({ workspaceFile }: LargeStack): FormPath[] {
  const read = parseWorkspace(catalogue, JSON.parse(readFileSync(workspaceFile, "utf8")))
  if (!read.ok) throw new Error("The workspace file is faulty.")
  const modules = read.workspace.entries.filter(({ kind }) => kind === "serviceFormModule")
  return modules.flatMap(({ id: moduleId, children }) =>
    children.map(({ id, name }) => ({ moduleId, formId: id, name })),
  )
}

const pathOf = ({ moduleId, formId }: FormPath) =>
  `/v1.2/serviceformModules/${moduleId}/forms/${formId}/stagereviews`

/**
 * The reviews of a form at the service, with the form's id; none if the form's steps are switched
 * off.
 */
const readReviews = async (stack: LargeStack, form: FormPath): Promise<Row[]> =>
  (await readRows(stack, `${pathOf(form)}?limit=1000`).catch(() => [])).map((row) => ({
    ...row,
    formId: form.formId,
  }))

/** Runs in the page: how many copies are not complete. */
async function countUnfinished(): Promise<number> {
  const answer = await fetch("/api/sync")
  const { lists } = (await answer.json()) as { lists: { isComplete: boolean }[] }
  return lists.filter(({ isComplete }) => !isComplete).length
}

const untilCopied = (page: Page) =>
  expect.poll(() => page.evaluate(countUnfinished), { timeout: 120_000 }).toBe(0)

test.describe("lists over all modules", () => {
  test.describe.configure({ mode: "serial" })
  let stack: LargeStack
  const contexts: BrowserContext[] = []
  let openAs: (role: Role, path: string) => Promise<Page>

  base.beforeAll(async ({ browser }) => {
    stack = await startLargeStack(demoScale)
    openAs = async (role, path) => {
      const context = await browser.newContext({ baseURL: stack.url })
      contexts.push(context)
      const page = await context.newPage()
      await signIn(page, role, path)
      return page
    }
  })
  base.afterAll(async () => {
    for (const context of contexts) await context.close()
    await stack?.stop()
  })

  test("an HR manager sees, counts and exports the reviews that have waited longest over all forms", async () => {
    const hr = await openAs("hr", "/reports/all-stage-reviews")
    await expect(hr.getByText("This list is loading")).toBeVisible()
    await expectAccessible(hr)

    const admin = await openAs("admin", "/organisation/tree")
    await expect(admin.getByRole("treegrid")).toBeVisible()
    const forms = readForms(stack)
    const reviews = (await Promise.all(forms.map((form) => readReviews(stack, form)))).flat()
    const reviewed = forms.filter(({ formId }) => reviews.some((row) => row["formId"] === formId))
    expect(reviewed.length).toBeGreaterThan(2)
    for (const { moduleId, formId } of reviewed) {
      const order = { operation: "stage-reviews", parameters: { moduleId, formId } }
      expect(await admin.evaluate(orderCopy, order)).toBe(200)
    }
    await untilCopied(admin)
    const total = new Intl.NumberFormat("en").format(reviews.length)
    await expect(hr.getByText(`200 of ${total} rows loaded`)).toBeVisible()

    await hr.goto("/")
    const navigation = hr.getByRole("navigation", { name: "Main navigation" })
    await navigation.getByRole("link", { name: "Forms" }).click()
    await navigation.getByRole("link", { name: "Reviews", exact: true }).click()
    await expect(hr.getByRole("heading", { name: "Reviews", exact: true })).toBeVisible()
    await expect(hr.getByText(/^Updated/).first()).toBeVisible()
    await beginFilter(hr, "status")
    await answerEditor(hr, {
      property: "status",
      filters: [{ property: "status", operator: "eq", value: "Pending" }],
      condition: "eq",
      type: "string",
      texts: ["Pending"],
      listed: true,
    })
    const grid = hr.getByRole("grid", { name: "Reviews", exact: true })
    const created = grid.getByRole("columnheader", { name: /^Created/ })
    await created.click()
    await expect(created).toHaveAttribute("aria-sort", "ascending")

    const waiting = reviews
      .filter(({ status }) => status === "Pending")
      .toSorted((one, other) => {
        const [first, second] = [`${one["creationDateTime"]}`, `${other["creationDateTime"]}`]
        return first === second ? 0 : first < second ? -1 : 1
      })
    const count = waiting.length
    const foot = count > 200 ? `200 of ${count} rows loaded` : `All ${count} rows loaded`
    await expect(hr.getByText(foot)).toBeVisible()
    const nameOf = new Map(forms.map(({ formId, name }) => [formId, name]))
    const firstRow = grid.locator("[data-row='0']")
    await expect(firstRow.locator("[data-field=creationDateTime]")).toHaveAttribute(
      "title",
      `${waiting[0]?.["creationDateTime"]}`,
    )
    await grid.evaluate((element) => element.scrollTo({ left: 0 }))
    const formCell = firstRow.locator("[data-field=formId]")
    const oldest = waiting.filter(
      (row) => row["creationDateTime"] === waiting[0]?.["creationDateTime"],
    )
    const names = oldest.map((row) => nameOf.get(`${row["formId"]}`))
    expect(names).toContain(await formCell.textContent())
    await expectAccessible(hr)

    const dialog = await openChoices(hr)
    await expect(dialog.getByRole("status")).toHaveText(`${count} rows`)
    await choose(hr, "Content", "All fields")
    const { id, bytes } = await exportNow(hr, dialog)
    const lines = readCsv(bytes)
    expect(lines).toHaveLength(count)
    expect(lines.map((line) => line["creationDateTime"])).toEqual(
      waiting.map((row) => row["creationDateTime"]),
    )
    expect(lines.map((line) => line["id"]).toSorted()).toEqual(
      waiting.map((row) => row["id"]).toSorted(),
    )
    const manifest = await (await hr.request.get(`/api/exports/${id}/manifest`)).json()
    expect(manifest).toMatchObject({ source: "copy", calls: 0, rows: count, state: "complete" })
  })

  test("an administrator edits all departments that a full-text search finds", async () => {
    const admin = await openAs("admin", "/reports/departments")
    expect(await admin.evaluate(orderCopy, { operation: "departments", parameters: {} })).toBe(200)
    await untilCopied(admin)
    const all = await readRows(stack, "/v1.4/departments")
    const wanted = `${all.find(({ city }) => typeof city === "string" && city.length > 4)?.["city"]}`
    const texts = ["name", "addressLine", "addressLine2", "city", "email", "externalId", "zipCode"]
    const found = all.filter((row) =>
      texts.some((name) => `${row[name] ?? ""}`.toLowerCase().includes(wanted.toLowerCase())),
    )
    expect(found.length).toBeGreaterThan(1)

    await admin.getByRole("button", { name: /^Updated/ }).click()
    await admin.getByRole("link", { name: "With search and all filters" }).click()
    await expect(admin.getByRole("heading", { name: "Departments", exact: true })).toBeVisible()
    await admin.getByRole("searchbox", { name: "Search all texts" }).fill(wanted.toUpperCase())
    await expect(admin.getByText(`All ${found.length} rows loaded`)).toBeVisible()
    await admin.getByRole("button", { name: `Select all ${found.length} that match` }).click()
    await admin.getByRole("link", { name: `Edit ${found.length} departments` }).click()
    await expect(admin).toHaveURL(/\/organisation\/bulk$/)
    await expect(admin.getByText(`${found.length} chosen`).first()).toBeVisible()
    const chosen = admin.getByRole("list", { name: "Departments" })
    const names = new Set(found.map((row) => `${row["name"]}`))
    const shown = chosen.getByRole("listitem").locator("> span:first-child > :first-child")
    await expect(shown).toHaveCount(Math.min(found.length, 10))
    for (const text of await shown.allTextContents()) expect(names).toContain(text)
  })
})
