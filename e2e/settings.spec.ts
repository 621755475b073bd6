import { randomUUID } from "node:crypto"
import { expectAccessible } from "./export-page"
import { expect, test } from "./people"
import { addEntry, entryRow, takeAway } from "./settings-page"

test("an administrator adds a data set to the workspace and removes it", async ({ openAs }) => {
  const page = await openAs("admin")
  await page.goto("/settings")
  const name = `Parking ${randomUUID().slice(0, 4)}`
  await addEntry(page, "Data set", { Id: randomUUID(), Name: name })
  await expect(entryRow(page, name)).toContainText("Added here")
  await takeAway(page, name, "Remove")
  await expect(entryRow(page, name)).toHaveCount(0)
})

test("an administrator erases a person by id, after a confirmation", async ({ openAs }) => {
  const page = await openAs("admin")
  await page.goto("/settings")
  await page.getByRole("tab", { name: "Privacy" }).click()
  await expect(page).toHaveURL(/\/settings\?tab=privacy$/)
  await page.reload()
  const id = randomUUID()
  await page.getByRole("textbox", { name: /^Ids of the person/ }).fill(id)
  await page.getByRole("button", { name: "Find" }).click()
  await expect(page.getByText("Nobody here has a name for these ids")).toBeVisible()
  await expectAccessible(page)
  await page.getByRole("button", { name: "Erase" }).click()
  const question = page.getByRole("dialog", { name: `Erase ${id} for good?` })
  await question.getByRole("button", { name: "Erase" }).click()
  await expect(
    page.getByText(/^Erased\. Others now see “erased person [\da-f]{8}”\.$/),
  ).toBeVisible()
  await expect(question).toBeHidden()
})

test("people who may not change settings see that they have no access", async ({ openAs }) => {
  const page = await openAs("hr")
  await page.goto("/settings")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No access")
})
