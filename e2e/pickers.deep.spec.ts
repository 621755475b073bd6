import type { Locator, Page } from "@playwright/test"
import { chooseOption } from "./choose-option"
import { readWorkspace } from "./environment"
import { expect, isAlive, type Role, test } from "./people"
import { answeringPath, operationOf, readAll } from "./service-api"

/** A person opens a picker, types, and chooses the first hit with Enter. */
interface Story {
  readonly role: Role
  readonly path: () => Promise<string>
  /** Prepares the page so that the picker is present. */
  readonly prepare?: (page: Page) => Promise<void>
  readonly open: (page: Page) => Promise<void>
  readonly typed: string | (() => Promise<string>)
  /** Checks the page after Enter has chosen the first hit. */
  readonly chosen?: (page: Page) => Promise<void>
}

const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name })
const picker = (page: Page, name: string | RegExp): Locator => page.getByRole("combobox", { name })

const firstModule = () => {
  const [module] = readWorkspace().entries.filter(({ kind }) => kind === "contentModule")
  if (!module) throw new Error("The demo data has no content module.")
  return module
}
const firstRegion = async () => {
  const [region] = await readAll(operationOf("departments"), {}, "type=Region&limit=1")
  return `${region?.["name"]}`
}

/** Adds a field to the bulk edit, whose control is the picker. */
const withField = (label: string) => async (page: Page) => {
  await chooseOption(page, "Add a field", label, label)
  await expect(button(page, `Do not change ${label}`)).toBeVisible()
}

const ofBulkEdit = { role: "admin", path: async () => "/organisation/bulk" } as const

const stories: Readonly<Record<string, Story>> = {
  "the palette, by its key": {
    role: "hr",
    path: async () => "/",
    open: (page) => page.keyboard.press("Control+k"),
    typed: "downloads",
    chosen: (page) => expect(page).toHaveURL(/\/downloads$/),
  },
  "the palette, by its button": {
    role: "analyst",
    path: async () => "/downloads",
    open: (page) => button(page, "Search or jump to…").click(),
    typed: "changes",
    chosen: (page) => expect(page).toHaveURL(/\/organisation\/changes/),
  },
  "the picker of a report's path": {
    role: "hr",
    path: async () => "/reports/content-posts",
    open: (page) => picker(page, /^Content module/).click(),
    typed: async () => firstModule().name,
    chosen: (page) => expect(page).toHaveURL(new RegExp(firstModule().id)),
  },
  "the menu of properties to filter by": {
    role: "hr",
    path: async () => "/reports/departments",
    open: (page) => button(page, "Add filter").click(),
    typed: "city",
    chosen: (page) => expect(page.getByRole("dialog").getByText("City").first()).toBeVisible(),
  },
  "the search in the columns": {
    role: "hr",
    path: async () => "/reports/departments",
    open: (page) => button(page, /^Columns/).click(),
    typed: "time zone",
    chosen: (page) => expect(page.getByRole("dialog").getByRole("checkbox")).toHaveCount(1),
  },
  "the zone of a report": {
    role: "hr",
    path: async () => "/reports/departments",
    open: (page) => button(page, /^Times in: /).click(),
    typed: "stockholm",
    chosen: (page) => expect(page).toHaveURL(/Europe%2FStockholm|Europe\/Stockholm/),
  },
  "the picker of a field": {
    ...ofBulkEdit,
    open: (page) => picker(page, "Add a field").click(),
    typed: "zone",
    chosen: (page) => expect(button(page, "Do not change Time zone")).toBeVisible(),
  },
  "the picker of a time zone": {
    ...ofBulkEdit,
    prepare: withField("Time zone"),
    open: (page) => button(page, /^Time zone: /).click(),
    typed: "stockholm",
    chosen: (page) => expect(button(page, /^Time zone: Europe\/Stockholm/)).toBeVisible(),
  },
  "the picker of a language": {
    ...ofBulkEdit,
    prepare: withField("App language"),
    open: (page) => button(page, /^App language: /).click(),
    typed: "danish",
    chosen: (page) => expect(button(page, /^App language: Danish/)).toBeVisible(),
  },
  "the picker of a parent": {
    ...ofBulkEdit,
    prepare: withField("Parent"),
    open: (page) => picker(page, /^Parent/).click(),
    typed: firstRegion,
    chosen: async (page) =>
      expect(picker(page, `Parent: ${await firstRegion()}`).first()).toBeVisible(),
  },
  "the picker of a user": {
    ...ofBulkEdit,
    prepare: withField("Manager"),
    open: (page) => button(page, /^Manager: /).click(),
    typed: "3f2c9a10-6b7d-4e21-9c55-0a1b2c3d4e5f",
    chosen: (page) => expect(button(page, /^Manager: .*3f2c9a10/)).toBeVisible(),
  },
  "the picker of a calling code": {
    ...ofBulkEdit,
    prepare: withField("Default country code"),
    open: (page) => picker(page, /^Default country code/).click(),
    typed: "norway",
    chosen: (page) => expect(picker(page, /^Default country code: .*\+47/)).toBeVisible(),
  },
  "the picker of a data set": {
    role: "analyst",
    path: async () => {
      const path = await answeringPath(operationOf("data-points"))
      return `/figures/${Object.values(path).join("/")}`
    },
    open: (page) => picker(page, /^(Choose a )?[Dd]ata set/).click(),
    typed: "sick",
    chosen: (page) => expect(page.getByRole("heading", { level: 1 })).toContainText(/sick/i),
  },
}

for (const [name, story] of Object.entries(stories))
  test(`${name} focuses its search, and Enter chooses the typed entry`, async ({ openAs }) => {
    const page = await openAs(story.role)
    await page.goto(await story.path())
    await isAlive(page)
    await story.prepare?.(page)
    const typed = typeof story.typed === "string" ? story.typed : await story.typed()
    await story.open(page)
    await expect(page.locator("input:focus")).toBeVisible()
    await page.keyboard.type(typed)
    await expect(page.locator("input:focus")).toHaveValue(typed)
    await page.keyboard.press("Enter")
    await story.chosen?.(page)
  })

test("a long list shows its first 30 options, says how many more there are, and finds them by typing", async ({
  openAs,
}) => {
  const page = await openAs("hr")
  await page.goto("/reports/departments")
  await isAlive(page)
  await button(page, /^Times in: /).click()
  const list = page.getByRole("dialog")
  await expect(list.getByRole("option")).toHaveCount(30)
  await expect(list.getByText(/^\d+ more: type to narrow$/)).toBeVisible()
  await list.getByRole("combobox").fill("tokyo")
  await expect(list.getByRole("option").first()).toContainText("Asia/Tokyo")
  await expect(list.getByText(/more: type to narrow$/)).toBeHidden()
})
