import type { Page } from "@playwright/test"
import { chooseOption } from "./choose-option"
import { expect, test } from "./people"
import { askService } from "./service-api"

interface Store {
  readonly id: string
  readonly name: string
  readonly addressLine2: string | null
  readonly timeZone: string | null
}

/** Stores without a phone number, whose other values the platform accepts. */
async function readStores(): Promise<Store[]> {
  const answer = await askService("/v1.4/departments?type=Store&limit=100")
  const { data } = (await answer.json()) as { data: Store[] }
  return data
}

const dryRun = (page: Page) => page.getByRole("region", { name: "Dry run" })

async function sendAll(page: Page, count: number) {
  await dryRun(page).getByRole("button", { name: "Start the dry run" }).click()
  await dryRun(page)
    .getByRole("button", { name: `Send ${count} change${count === 1 ? "" : "s"}` })
    .click()
  await expect(page.getByText(`${count} of ${count} done`)).toBeVisible()
}

test("a file changes the departments that it names, and its empty cells leave the rest alone", {
  tag: "@edits",
}, async ({ openAs }) => {
  const [one, two] = await readStores()
  const page = await openAs("admin")
  await page.goto("/organisation/import")
  const csv = `id;addressLine2\r\n${one?.id};Gate 4, rear\r\n${two?.id};\r\n`
  await page
    .getByRole("region", { name: "File" })
    .locator("input[type=file]")
    .setInputFiles({ name: "gates.csv", mimeType: "text/csv", buffer: Buffer.from(csv) })
  await sendAll(page, 1)
  const after = await readStores()
  expect(after.find(({ id }) => id === one?.id)?.addressLine2).toBe("Gate 4, rear")
  expect(after.find(({ id }) => id === two?.id)?.addressLine2).toBe(two?.addressLine2)
})

test("a department that was chosen gets another time zone in a bulk edit", {
  tag: "@edits",
}, async ({ openAs }) => {
  const [, , , store] = await readStores()
  const page = await openAs("admin")
  await page.goto("/organisation/bulk")
  await page.evaluate((id) => {
    const key = Object.keys(sessionStorage).find((each) => each.includes("selection"))
    if (key) sessionStorage.setItem(key, JSON.stringify([id]))
  }, store?.id)
  await page.reload()
  await chooseOption(page, "Add a field", "Time zone", /^Time zone$/)
  await page.getByRole("button", { name: "Clear this field: Time zone" }).click()
  await sendAll(page, 1)
  expect((await readStores()).find(({ id }) => id === store?.id)?.timeZone).toBeNull()
})
