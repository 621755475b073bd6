import { randomUUID } from "node:crypto"
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

test("people who may not change settings read which permission is missing", async ({ openAs }) => {
  const page = await openAs("hr")
  await page.goto("/settings")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No access")
})
