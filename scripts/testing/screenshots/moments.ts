import { expect, type Page } from "@playwright/test"
import { untilAllCopied } from "@/e2e/copy-list"
import { openChoices } from "@/e2e/export-page"
import { beginFilter } from "@/e2e/filter-editor"
import { isAlive } from "@/e2e/people"
import { pickEntry } from "@/e2e/pick-entry"
import { reportUrl } from "@/e2e/report-page"
import { gatedPath } from "@/e2e/service-api"
import { catalogue, listOperations } from "@/lib/catalogue"
import type { Screen } from "./screen"

const departments = "/reports/departments"
const filtered = `${departments}?type=Store&sort=dataSource,-lastModifiedDateTime`
const nobodysId = "00000000-0000-4000-8000-000000000000"

const dialogShown = (page: Page) => expect(page.getByRole("dialog")).toBeVisible()

async function openRow(page: Page) {
  await page.locator("[data-row='0'] [data-field=name]").click()
  await dialogShown(page)
}

async function openPalette(page: Page) {
  await isAlive(page)
  await page.keyboard.press("Control+k")
  await page.getByRole("dialog").getByRole("combobox").fill("co")
  await expect(page.getByRole("option").first()).toBeVisible()
}

async function openFilter(page: Page) {
  await beginFilter(page, "name")
  await dialogShown(page)
}

async function openColumnMenu(page: Page) {
  await page.getByRole("grid").focus()
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("Shift+F10")
  await expect(page.getByRole("menuitem", { name: "Sort descending" })).toBeVisible()
}

async function openQuota(page: Page) {
  await page.getByRole("button", { name: /requests used this minute/ }).click()
  await dialogShown(page)
}

const openTab = (name: string) => async (page: Page) => {
  await page.getByRole("tab", { name }).click()
  await expect(page.getByRole("tabpanel", { name })).toBeVisible()
}

async function openHideDialog(page: Page) {
  await page
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .click()
  await pickEntry(page.getByRole("menuitem", { name: "Hide" }))
  await dialogShown(page)
}

async function finishExport(page: Page) {
  const dialog = await openChoices(page)
  await dialog.getByRole("button", { name: "Start export" }).click()
  await expect(page).toHaveURL(/\/downloads$/)
  await expect(page.locator("a[href$='/file']").first()).toBeVisible({ timeout: 120_000 })
}

const onReport = { group: "moments", route: "reports/[report]" } as const
const refusal = { group: "refusals", route: "reports/[report]" } as const
const onSettings = { group: "pages", route: "settings", path: "/settings" } as const

const moments: readonly Screen[] = [
  {
    ...onSettings,
    name: "settings-names",
    title: "Settings: user names",
    act: openTab("User names"),
  },
  {
    ...onSettings,
    name: "settings-copies",
    title: "Settings: copies",
    act: openTab("Copies"),
  },
  {
    ...onSettings,
    name: "settings-groups",
    title: "Settings: small groups",
    act: openTab("Small groups"),
  },
  {
    ...onSettings,
    name: "settings-changes",
    title: "Settings: changes to departments",
    act: openTab("Changes to departments"),
  },
  {
    ...onSettings,
    name: "settings-sessions",
    title: "Settings: sessions",
    act: openTab("Sessions"),
  },
  {
    ...onSettings,
    name: "settings-audit",
    title: "Settings: the audit log",
    act: openTab("Audit log"),
  },
  {
    ...onSettings,
    name: "settings-status",
    title: "Settings: status",
    act: openTab("Status"),
  },
  {
    ...onSettings,
    name: "settings-hide",
    title: "Settings: a question before an entry goes",
    act: openHideDialog,
  },
  {
    name: "exports",
    title: "Downloads",
    group: "pages",
    route: "downloads",
    path: filtered,
    act: finishExport,
  },
  { ...onReport, name: "departments", title: "Filtered and sorted", path: filtered },
  { ...onReport, name: "row", title: "A row", path: filtered, act: openRow },
  { ...onReport, name: "filter", title: "A new filter", path: departments, act: openFilter },
  {
    ...onReport,
    name: "column-menu",
    title: "A column's menu",
    path: departments,
    act: openColumnMenu,
  },
  {
    ...onReport,
    name: "export",
    title: "What to export",
    path: filtered,
    act: async (page) => void (await openChoices(page)),
  },
  {
    name: "palette",
    title: "The command palette",
    group: "moments",
    route: "",
    path: "/",
    act: openPalette,
  },
  {
    name: "quota",
    title: "The quota",
    group: "moments",
    route: "",
    path: "/",
    act: openQuota,
  },
  {
    name: "home-analyst",
    title: "An analyst's Home",
    group: "pages",
    route: "",
    path: "/",
    person: "analyst",
    act: untilAllCopied,
  },
  {
    ...refusal,
    name: "no-rows",
    title: "No rows",
    path: `${departments}?name=Atlantis`,
    text: /No row matches/,
  },
  {
    ...refusal,
    name: "no-permission",
    title: "A role that may not",
    path: "/reports/highscores",
    person: "analyst",
    text: /highscores:read/,
  },
  {
    name: "no-record",
    title: "No such record",
    group: "refusals",
    route: "data/[operation]/[...ids]",
    text: /no such|not found|does not exist/i,
    path: `/data/communication-template/${nobodysId}`,
  },
  {
    name: "no-page",
    title: "No such page",
    group: "refusals",
    route: "not-found",
    path: "/nowhere",
    text: /page/i,
  },
]

/** What can be opened on pages, and what pages say when there is nothing to show. */
export async function listMoments(): Promise<Screen[]> {
  const gated = listOperations(catalogue).find(({ gates }) => gates)
  const path = gated && (await gatedPath(gated))
  if (!gated || !path) throw new Error("The demo data has no feature that is off.")
  const title = "A feature that is off"
  return [
    ...moments,
    { ...refusal, name: "no-feature", title, path: reportUrl(gated, path), text: /switched off/i },
  ]
}
