import type { Page } from "@playwright/test"
import { chooseOption } from "./choose-option"
import { expect, test } from "./people"
import { askService } from "./service-api"

interface Department {
  readonly id: string
  readonly addressLine2: string | null
}

async function readDepartments(type: string): Promise<Department[]> {
  const answer = await askService(`/v1.4/departments?type=${type}&limit=100`)
  const { data } = (await answer.json()) as { data: Department[] }
  return data
}

const dryRun = (page: Page) => page.getByRole("region", { name: "Preview" })

async function sendAll(page: Page, count: number) {
  await dryRun(page).getByRole("button", { name: "Preview changes" }).click()
  await dryRun(page)
    .getByRole("button", { name: `Send ${count} change${count === 1 ? "" : "s"}` })
    .click()
  await expect(page.getByText(`${count} of ${count} done`)).toBeVisible()
}

test("a file changes the departments that it names, and its empty cells change nothing", {
  tag: "@edits",
}, async ({ openAs }) => {
  const [one, two] = await readDepartments("Store")
  const page = await openAs("admin")
  await page.goto("/organisation/import")
  const csv = `id;addressLine2\r\n${one?.id};Gate 4, rear\r\n${two?.id};\r\n`
  await page
    .getByRole("region", { name: "File" })
    .locator("input[type=file]")
    .setInputFiles({ name: "gates.csv", mimeType: "text/csv", buffer: Buffer.from(csv) })
  await sendAll(page, 1)
  const after = await readDepartments("Store")
  expect(after.find(({ id }) => id === one?.id)?.addressLine2).toBe("Gate 4, rear")
  expect(after.find(({ id }) => id === two?.id)?.addressLine2).toBe(two?.addressLine2)
})

test("departments selected by a filter get a new value in one bulk edit", {
  tag: "@edits",
}, async ({ openAs }) => {
  const before = await readDepartments("Region")
  const page = await openAs("admin")
  await page.goto("/organisation/table?type=Region")
  await page.getByRole("button", { name: /^Select all( \d+)? that match$/ }).click()
  await page.getByRole("link", { name: `Edit ${before.length} departments` }).click()
  await expect(page.getByText(`${before.length} chosen`).first()).toBeVisible()
  await chooseOption(page, "Add a field", "Address, second line", /^Address, second line$/)
  await page.getByRole("textbox", { name: "Address, second line" }).fill("Second floor")
  await sendAll(page, before.length)
  const after = await readDepartments("Region")
  expect(after.map(({ addressLine2 }) => addressLine2)).toEqual(before.map(() => "Second floor"))
})
