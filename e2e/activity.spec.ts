import type { Locator, Page } from "@playwright/test"
import { catalogue, findOperation, type Row } from "@/lib/catalogue"
import { diffDocuments, type JsonPatchOperation, printPatch } from "@/lib/json-patch"
import { dashboardUrl } from "./environment"
import { download, expectAccessible, readCsv } from "./export-page"
import { expect, test } from "./people"
import { pickEntry } from "./pick-entry"
import { askService, readAll } from "./service-api"

/** The row of an edit in the activity log. */
const lineOf = (page: Page, edit: string): Locator => page.locator(`[data-edit="${edit}"]`)

interface Logged {
  readonly id: string
  readonly undoes: string | null
  readonly personId: string
  readonly personName: string | null
  readonly patch: string
}

/** The edits of a department, newest first. */
async function readLog(page: Page, record: string): Promise<readonly Logged[]> {
  const answer = await page.request.get(`/api/activity?record=${record}`)
  return ((await answer.json()) as { entries: Logged[] }).entries
}

async function newestEdit(page: Page, record: string): Promise<Logged> {
  const [newest] = await readLog(page, record)
  if (!newest) throw new Error("The log holds no edit of this department.")
  return newest
}

/** A department as the service returns it. */
async function readDepartment(id: string): Promise<Row> {
  const answer = await askService(`/v1.4/departments?id=${id}`)
  const { data } = (await answer.json()) as { data: Row[] }
  if (!data[0]) throw new Error(`The service has no department ${id}.`)
  return data[0]
}

const fieldOf = async (id: string, field: string) => (await readDepartment(id))[field] ?? null

/** Changes one field through the dashboard's API, as the editor does; returns the edit's id. */
async function change(page: Page, id: string, field: string, value: unknown): Promise<string> {
  const before = await readDepartment(id)
  return send(page, id, diffDocuments(before, { ...before, [field]: value }))
}

async function send(page: Page, id: string, patch: readonly JsonPatchOperation[]) {
  await page.request.fetch(`/api/v1.2/departments/${id}`, {
    method: "PATCH",
    headers: {
      origin: dashboardUrl(),
      "x-requested-with": "dashboard",
      "content-type": "application/json-patch+json",
    },
    data: printPatch(patch),
  })
  return (await newestEdit(page, id)).id
}

/** Confirms an undo or redo in the open dialog and waits for the success message. */
async function sendStep(page: Page, words: string) {
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click()
  await expect(page.getByText(words)).toBeVisible()
}

test.describe("the activity log", { tag: ["@edits"] }, () => {
  test.describe.configure({ mode: "serial" })
  /** Departments that only these tests edit; other tests edit other types. */
  let own: readonly Row[]
  const idOf = (index: number) => `${own.at(-1 - index)?.["id"]}`

  test.beforeAll(async () => {
    const operation = findOperation(catalogue, "departments")
    if (!operation) throw new Error("The catalogue has no list of departments.")
    const rows = await readAll(operation, {}, "type=Subdepartment")
    own = rows.toSorted((one, other) => `${one["id"]}`.localeCompare(`${other["id"]}`))
  })

  test("shows an edit in words, undoes it and redoes it, each as a guarded patch that is logged", async ({
    openAs,
  }) => {
    const page = await openAs("admin")
    const [id, before] = [idOf(0), await fieldOf(idOf(0), "zipCode")]
    const edit = await change(page, id, "zipCode", "9999 X")
    await page.goto(`/organisation/changes?record=${id}`)
    const line = lineOf(page, edit)
    await expect(line).toContainText("9999 X")
    await expect(line).toContainText("Applied")
    await expectAccessible(page)

    await line.getByRole("button", { name: /^Undo the change to/ }).click()
    await expect(page.getByRole("dialog")).toContainText("9999 X")
    await sendStep(page, "The change has been undone.")
    expect(await fieldOf(id, "zipCode")).toBe(before)
    const undo = await newestEdit(page, id)
    expect(undo).toMatchObject({ undoes: edit })
    await expect(line).toContainText("Undone")

    await line.getByRole("button", { name: /^Redo the change to/ }).click()
    await sendStep(page, "The change has been made again.")
    expect(await fieldOf(id, "zipCode")).toBe("9999 X")
    expect(await newestEdit(page, id)).toMatchObject({ undoes: undo.id })

    await line.getByRole("button", { name: /^Undo the change to/ }).click()
    await sendStep(page, "The change has been undone.")
    expect(await fieldOf(id, "zipCode")).toBe(before)
  })

  test("refuses to undo a field that was changed since, and names the field and the person", {
    tag: "@deep",
  }, async ({ openAs }) => {
    const page = await openAs("admin")
    const [id, before] = [idOf(1), await fieldOf(idOf(1), "zipCode")]
    const edit = await change(page, id, "zipCode", "1111 Y")
    const later = await change(page, id, "zipCode", "2222 Z")
    await page.goto(`/organisation/changes?record=${id}`)
    await lineOf(page, edit)
      .getByRole("button", { name: /^Undo the change to/ })
      .click()
    const dialog = page.getByRole("dialog")
    await expect(dialog).toContainText("This cannot be undone any more")
    await expect(dialog).toContainText(/Postal code: changed by .+, \d/)
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click()
    expect(await fieldOf(id, "zipCode")).toBe("2222 Z")
    expect((await readLog(page, id))[0]?.id).toBe(later)
    await change(page, id, "zipCode", before)
  })

  test("undoes one field of an edit even if another field was changed since", async ({
    openAs,
  }) => {
    const page = await openAs("admin")
    const id = idOf(3)
    const before = await readDepartment(id)
    const patch = diffDocuments(before, { ...before, zipCode: "1111 Y", addressLine2: "Gate 1" })
    const edit = await send(page, id, patch)
    await change(page, id, "zipCode", "2222 Z")
    await page.goto(`/organisation/changes?record=${id}`)
    const line = lineOf(page, edit)
    await line.getByRole("button", { name: /^Undo the change to/ }).click()
    const dialog = page.getByRole("dialog")
    await expect(
      dialog.getByRole("checkbox", { name: /Postal code: changed by .+, \d/ }),
    ).toBeDisabled()
    await expect(dialog.getByRole("checkbox", { name: "Address, second line" })).toBeChecked()
    await expectAccessible(page)
    await sendStep(page, "The change has been undone.")
    expect(await readDepartment(id)).toMatchObject({
      zipCode: "2222 Z",
      addressLine2: before["addressLine2"] ?? null,
    })
    await expect(line).toContainText("Partly undone")
    await change(page, id, "zipCode", before["zipCode"])
  })

  test("shows why the platform refused an edit, and opens the edit's patch by URL", async ({
    openAs,
  }) => {
    const page = await openAs("admin")
    const id = idOf(2)
    const patch = diffDocuments({ zipCode: "never so" }, { zipCode: "3333" })
    const edit = await send(page, id, patch)
    await page.goto(`/organisation/changes?outcome=refused&id=${edit}`)
    const panel = page.getByRole("dialog", { name: /^Change to / })
    await expect(panel).toContainText("Rejected")
    await expect(panel).toContainText("Somebody else changed this meanwhile")
    await panel.getByText("Technical details").click()
    await expect(panel.getByRole("region", { name: "Patch", exact: true })).toContainText(
      printPatch(patch),
    )
    await expect(panel.getByRole("button", { name: /^Undo/ })).toHaveCount(0)
    await page.keyboard.press("Escape")
    await expect(panel).toBeHidden()
    await expect(page).toHaveURL(/\/organisation\/changes\?outcome=refused$/)
  })

  test("offers everyone who made a change in the person filter, even if none of their changes is shown", {
    tag: "@deep",
  }, async ({ openAs }) => {
    const page = await openAs("admin")
    await change(page, idOf(4), "zipCode", "9994 X")
    const { personName, personId } = await newestEdit(page, idOf(4))
    await page.goto("/organisation/changes?outcome=not_sent")
    await expect(page.locator("[data-edit]")).toHaveCount(0)
    await page.getByRole("combobox", { name: "Person" }).click()
    await pickEntry(page.getByRole("option", { name: `${personName}` }))
    await expect(page).toHaveURL(new RegExp(`person=${personId}`))
  })

  test("is filtered to one department, and exported with the same filter", async ({ openAs }) => {
    const page = await openAs("admin")
    const id = idOf(0)
    await page.goto("/organisation/changes")
    await page.getByRole("combobox", { name: "Department" }).click()
    await page.getByRole("combobox", { name: "Name, place or id" }).fill(id.slice(0, 8))
    await pickEntry(page.getByRole("option").first())
    await expect(page).toHaveURL(new RegExp(`record=${id}`))
    const log = await readLog(page, id)
    await expect(page.locator("[data-edit]")).toHaveCount(log.length)
    const file = await download(page, () => page.getByRole("link", { name: "Export CSV" }).click())
    const lines = readCsv(file.bytes)
    expect(lines.map((line) => [line["id"], line["departmentId"], line["patch"]])).toEqual(
      log.map((entry) => [entry.id, id, entry.patch]),
    )
  })

  test("shows everything except undo to people who may not write", async ({ openAs }) => {
    const page = await openAs("hr")
    const [newest] = await readLog(page, idOf(0))
    await page.goto(`/organisation/changes?record=${idOf(0)}`)
    const line = lineOf(page, newest?.id ?? "")
    await expect(line).toContainText("Applied")
    await line.getByRole("button", { name: /^Details of/ }).click()
    await expect(page.getByRole("dialog", { name: /^Change to / })).toContainText("Request id")
    await expect(page.getByRole("button", { name: /^(Undo|Redo)/ })).toHaveCount(0)
  })
})
