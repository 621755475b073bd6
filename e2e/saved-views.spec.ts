import type { Page } from "@playwright/test"
import { expect, type Role, test } from "./people"
import { pickEntry } from "./pick-entry"
import { reportUrl } from "./report-page"
import { answeringPath, operationOf } from "./service-api"

const trigger = (page: Page) => page.getByRole("button", { name: /^Saved/ })
const menuItem = (page: Page, name: string) => page.getByRole("menuitem", { name })
const changed = (page: Page) => page.getByTitle("Changed since it was saved")

async function choose(page: Page, name: string) {
  await trigger(page).click()
  await pickEntry(menuItem(page, name))
}

/** Makes the shown view the report's default. */
async function openWith(page: Page, name: string) {
  await trigger(page).click()
  const kept = page.waitForResponse((answer) => answer.url().endsWith("/api/views/defaults"))
  await pickEntry(page.getByRole("menuitemcheckbox", { name }))
  expect((await kept).status()).toBe(204)
  await page.keyboard.press("Escape")
}

async function saveAs(page: Page, name: string, sharing?: string) {
  await choose(page, "Save under a new name…")
  const dialog = page.getByRole("dialog", { name: "Save under a new name" })
  await dialog.getByLabel("Name").fill(name)
  if (sharing) {
    await dialog.getByRole("combobox", { name: "Who sees it" }).click()
    await pickEntry(page.getByRole("option", { name: sharing }))
  }
  await dialog.getByRole("button", { name: "Save" }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/view\.saved=/)
}

async function remove(page: Page) {
  await choose(page, "Remove…")
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
  await expect(page.getByRole("dialog")).toBeHidden()
}

const setDensity = async (page: Page, name: string) => {
  await page.getByRole("button", { name: "Row height" }).click()
  await pickEntry(page.getByRole("menuitemradio", { name }))
}

/** The views that the menu offers. */
async function offered(page: Page): Promise<string[]> {
  await trigger(page).click()
  await expect(page.getByRole("menuitemradio", { name: "No saved view" })).toBeVisible()
  const names = await page.getByRole("menuitemradio").allTextContents()
  await page.keyboard.press("Escape")
  return names
}

test("a view is saved, changed, reset, updated, reopened, renamed and removed", async ({
  openAs,
}) => {
  const page = await openAs("hr")
  await page.goto("/reports/departments?type=Store&sort=-name")
  await saveAs(page, "Stores backwards")
  await expect(trigger(page)).toContainText("Stores backwards")
  await expect(changed(page)).toBeHidden()
  await setDensity(page, "Compact")
  await expect(changed(page)).toBeVisible()
  await choose(page, "Back to what was saved")
  await expect(changed(page)).toBeHidden()
  await expect(page).not.toHaveURL(/density/)
  await setDensity(page, "Spacious")
  await choose(page, "Save the changes")
  await expect(changed(page)).toBeHidden()
  await page.reload()
  await expect(trigger(page)).toContainText("Stores backwards")
  await expect(changed(page)).toBeHidden()
  await trigger(page).click()
  await pickEntry(page.getByRole("menuitemradio", { name: "No saved view" }))
  await expect(page).toHaveURL(/\/reports\/departments$/)
  await trigger(page).click()
  await pickEntry(page.getByRole("menuitemradio", { name: "Stores backwards" }))
  await expect(page).toHaveURL(/type=Store&sort=-name&view\.density=roomy&view\.saved=/)
  await choose(page, "Name and sharing…")
  await page.getByRole("dialog").getByLabel("Name").fill("All stores")
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
  await expect(trigger(page)).toContainText("All stores")
  await remove(page)
  await expect(trigger(page)).toHaveText("Saved")
  expect(await offered(page)).toEqual(["No saved view"])
})

test("a duplicate or missing name shows an error and keeps what was typed", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("analyst")
  await page.goto("/reports/user-custom-fields")
  await saveAs(page, "Fields")
  await choose(page, "Save under a new name…")
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("button", { name: "Save" }).click()
  await expect(dialog.getByRole("alert")).toHaveText("Enter a name.")
  await dialog.getByLabel("Name").fill("Fields")
  await dialog.getByRole("button", { name: "Save" }).click()
  await expect(dialog.getByRole("alert")).toContainText("This name is in use")
  await expect(dialog.getByLabel("Name")).toHaveValue("Fields")
  await page.keyboard.press("Escape")
  await remove(page)
})

test("a view shared with a role is visible only to that role, which cannot change it", {
  tag: "@deep",
}, async ({ openAs }) => {
  const url = "/reports/user-custom-fields?sort=-name"
  const admin = await openAs("admin")
  await admin.goto(url)
  await saveAs(admin, "For HR", "Everybody with the role HR manager")
  const seenBy = async (role: Role) => {
    const page = await openAs(role)
    await page.goto("/reports/user-custom-fields")
    return { page, names: await offered(page) }
  }
  const { page, names } = await seenBy("hr")
  expect(names.join()).toContain("For HR")
  expect((await seenBy("analyst")).names).toEqual(["No saved view"])
  await trigger(page).click()
  await pickEntry(page.getByRole("menuitemradio", { name: /^For HR/ }))
  await setDensity(page, "Compact")
  await expect(changed(page)).toBeVisible()
  await trigger(page).click()
  await expect(menuItem(page, "Save under a new name…")).toBeVisible()
  for (const name of ["Save the changes", "Name and sharing…", "Remove…"])
    await expect(menuItem(page, name)).toHaveCount(0)
  await remove(admin)
  expect((await seenBy("hr")).names).toEqual(["No saved view"])
})

test("a report opens with the person's default view, says so, and can be shown without it", {
  tag: "@deep",
}, async ({ openAs }) => {
  const operation = operationOf("calendars")
  const page = await openAs("hr")
  await page.goto(reportUrl(operation, await answeringPath(operation), "sort=creationDateTime"))
  await saveAs(page, "My calendars")
  await openWith(page, "Open the report with this view")
  await expect(page.getByText("Default view")).toBeVisible()
  await page.goto("/reports/calendars")
  await expect(page).toHaveURL(/path\.moduleId=.*sort=creationDateTime.*view\.saved=/)
  await expect(trigger(page)).toContainText("My calendars")
  await page.getByRole("button", { name: "Show without a saved view" }).click()
  await expect(page).toHaveURL(/view\.saved=none/)
  await expect(page.getByText("Default view")).toBeHidden()
  await page.reload()
  await expect(page).toHaveURL(/view\.saved=none/)
  await expect(trigger(page)).toHaveText("Saved")
  await page.goto("/reports/calendars")
  await expect(trigger(page)).toContainText("My calendars")
  await remove(page)
  await page.goto("/reports/calendars")
  await expect(page).toHaveURL(/\/reports\/calendars$/)
})

test("an administrator sets the default view of a report for a role", {
  tag: "@deep",
}, async ({ openAs }) => {
  const operation = operationOf("calendar-categories")
  const admin = await openAs("admin")
  await admin.goto(reportUrl(operation, await answeringPath(operation), "sort=creationDateTime"))
  await saveAs(admin, "Categories for HR", "Everybody with the role HR manager")
  await openWith(admin, "Open it like this for the role HR manager")
  const hr = await openAs("hr")
  await hr.goto(`/reports/${operation.id}`)
  await expect(trigger(hr)).toContainText("Categories for HR")
  await expect(hr.getByText("Default view")).toBeVisible()
  await admin.goto(`/reports/${operation.id}`)
  await expect(admin).toHaveURL(new RegExp(`/reports/${operation.id}$`))
  await trigger(admin).click()
  await pickEntry(admin.getByRole("menuitemradio", { name: /^Categories for HR/ }))
  await remove(admin)
  await hr.goto(`/reports/${operation.id}`)
  await expect(hr).toHaveURL(new RegExp(`/reports/${operation.id}$`))
})
