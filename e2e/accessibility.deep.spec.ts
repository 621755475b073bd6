import type { Page } from "@playwright/test"
import { catalogue, listOperations, singleOperations } from "@/lib/catalogue"
import { areaPaths } from "@/lib/client"
import { findClashingClasses } from "./clashing-classes"
import { findCutNames } from "./cut-names"
import { colorSchemes, findOverflow, findSerious } from "./page-checks"
import { expect, type Role, test } from "./people"
import { pickEntry } from "./pick-entry"
import { reportUrl } from "./report-page"
import { answeringPath, askService } from "./service-api"
import { measureTargets } from "./small-targets"
import { findUnreachable } from "./unreachable-controls"

interface Screen {
  readonly name: string
  readonly path: () => Promise<string>
  /** The role that opens the page, by default the administrator; "nobody" is signed out. */
  readonly role?: Role | "nobody"
}

async function departmentPath(): Promise<string> {
  const answer = await askService("/v1.4/departments?type=Store&limit=1")
  const { data } = (await answer.json()) as { data: { id: string }[] }
  return `/organisation/${data[0]?.id}`
}

const shownReports = ["departments", "content-posts", "data-points", "stage-reviews"]

const screens: readonly Screen[] = [
  { name: "Home", path: async () => "/" },
  { name: "Home of an HR manager", path: async () => "/", role: "hr" },
  { name: "Home of an analyst", path: async () => "/", role: "analyst" },
  { name: "the settings", path: async () => "/settings" },
  { name: "the settings of somebody who may not", path: async () => "/settings", role: "hr" },
  { name: "the sessions", path: async () => "/sessions", role: "hr" },
  { name: "the downloads", path: async () => "/downloads" },
  { name: "all data", path: async () => "/data" },
  ...Object.values(areaPaths).map((path) => ({
    name: `the area ${path}`,
    path: async () => `/${path}`,
  })),
  { name: "what is saved", path: async () => "/saved" },
  { name: "the tree of departments", path: async () => "/organisation/tree" },
  { name: "a department", path: departmentPath },
  { name: "a department of somebody who may not edit", path: departmentPath, role: "hr" },
  { name: "departments edited together", path: async () => "/organisation/bulk" },
  { name: "the import of departments", path: async () => "/organisation/import" },
  { name: "the changes", path: async () => "/organisation/changes" },
  { name: "a page that is not there", path: async () => "/nowhere" },
  { name: "the sign-in", path: async () => "/signin", role: "nobody" },
  {
    name: "a report that the role may not read",
    path: async () => "/reports/content-posts",
    role: "analyst",
  },
  {
    name: "a report without a row",
    path: async () => "/reports/departments?name=Nothing",
  },
  ...listOperations(catalogue)
    .filter(({ id }) => shownReports.includes(id))
    .flatMap((operation) => [
      {
        name: `the report ${operation.id}`,
        path: async () => reportUrl(operation, await answeringPath(operation)),
      },
      ...(Object.keys(operation.parameters).length > 0
        ? [
            {
              name: `the report ${operation.id} without a choice`,
              path: async () => `/reports/${operation.id}`,
            },
          ]
        : []),
    ]),
  ...listOperations(catalogue)
    .filter(({ id }) => id === "data-points")
    .map((operation) => ({
      name: "a data set's figures",
      path: async () => `/figures/${Object.values(await answeringPath(operation)).join("/")}`,
    })),
  ...singleOperations(catalogue).flatMap((operation) => [
    {
      name: `the record ${operation.id}`,
      path: async () =>
        `/data/${operation.id}/${Object.values(await answeringPath(operation)).join("/")}`,
    },
    {
      name: `the way to a record ${operation.id}`,
      path: async () => `/data/${operation.id}`,
    },
  ]),
]

interface Opening {
  readonly name: string
  readonly open: (page: Page) => Promise<void>
  /** An ARIA role to wait for in the popup, if it loads after the popup's first text. */
  readonly holds?: "option"
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first().click()

const choose = (button: RegExp, name: string | RegExp) => async (page: Page) => {
  await press(button)(page)
  await pickEntry(page.getByRole("menuitem", { name }))
  await expect(page.getByRole("menu")).toHaveCount(0)
}

/** The popups of pages, by the page's address. */
const openings: Readonly<Record<string, readonly Opening[]>> = {
  "/reports/departments?type[ne]=Store": [
    { name: "the choice of a filter", open: press("Add filter") },
    { name: "a filter's editor", open: press(/^Change the filter: /) },
    { name: "the order", open: press("Sort") },
    { name: "the columns", open: press(/^Columns/) },
    { name: "a column's menu", open: press(/^Column menu: /) },
    { name: "the row heights", open: press("Row height") },
    { name: "the time zones", open: press(/^Times in: /), holds: "option" },
    { name: "the person's menu, with the languages", open: press(/^Your account/) },
    { name: "the views", open: press(/^Saved/) },
    { name: "a view's dialog", open: choose(/^Saved/, "Save under a new name…") },
    { name: "the own time zone", open: choose(/^Your account/, /^Time zone/), holds: "option" },
    { name: "the export's dialog", open: press("Export…") },
    {
      name: "the palette",
      open: async (page) => {
        await page.keyboard.press("Control+k")
        await page.getByRole("dialog").getByRole("combobox").fill("co")
        await expect(page.getByRole("option").first()).toBeVisible()
      },
    },
    {
      name: "a row beside the table",
      open: (page) => page.locator("[data-row='0'] [data-field=name]").click(),
    },
  ],
  "/settings": [
    { name: "the dialog that adds", open: press(/^Add: /) },
    { name: "the dialog that imports", open: press("Import") },
    { name: "an entry's menu", open: press(/^Actions for /) },
  ],
  "/signin": [{ name: "the languages", open: press("Language") }],
}

/** Matches open popups. */
const popup = "[role=dialog], [role=menu]"

async function expectAccessible(page: Page, part?: string) {
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme)
    const serious = await findSerious(page, colorScheme, part)
    expect({ colorScheme, serious }).toEqual({ colorScheme, serious: [] })
  }
}

/** The box of a part that extends beyond the window, as JSON; empty if it fits. */
async function findSticking(page: Page, part: string, width: number): Promise<string> {
  const box = await page.locator(part).first().boundingBox()
  const fits = box !== null && box.x >= 0 && box.x + box.width <= width
  return fits ? "" : JSON.stringify(box)
}

/**
 * The page never scrolls sideways, and a given part stays within the window. Polls, because
 * floating elements are positioned a moment later.
 */
async function expectToFit(page: Page, part?: string) {
  for (const width of part ? [360, 2560] : [360, 768, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    const look = async () => ({
      width,
      overflow: await findOverflow(page),
      sticking: part ? await findSticking(page, part, width) : "",
    })
    await expect
      .poll(look, { intervals: [50, 100, 200], timeout: 20_000 })
      .toEqual({ width, overflow: 0, sticking: "" })
  }
}

/** On a phone, every target is large enough for a thumb and names in lists are not cut. */
async function expectTouchable(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 })
  const look = async () => {
    const { count, small } = await page.evaluate(measureTargets, "body")
    return { isEmpty: count === 0, small, cut: await page.evaluate(findCutNames, "main") }
  }
  await expect.poll(look).toEqual({ isEmpty: false, small: [], cut: [] })
}

/** Opens a page without motion, so that nothing is checked half faded in. */
async function show(page: Page, path: string) {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
  await page.goto(path)
  await page.waitForLoadState("networkidle")
}

for (const { name, path, role = "admin" } of screens)
  test(`${name}: no serious axe findings, no sideways scroll, no small touch targets, no clashing classes`, async ({
    openAs,
    browser,
  }) => {
    const page = await (role === "nobody" ? browser.newPage() : openAs(role))
    await show(page, await path())
    await expectAccessible(page)
    await expectToFit(page)
    await expectTouchable(page)
    expect(await findClashingClasses(page)).toEqual([])
  })

for (const [path, opened] of Object.entries(openings))
  test(`the popups of ${path} have no serious axe findings, light or dark, and fit narrow and wide windows`, async ({
    openAs,
    browser,
  }) => {
    test.slow()
    const page = await (path === "/signin" ? browser.newPage() : openAs("admin"))
    await show(page, path)
    for (const { name, open, holds } of opened)
      await test.step(name, async () => {
        await page.setViewportSize({ width: 1440, height: 900 })
        await open(page)
        const above = page.locator(popup).first()
        await expect(above).toContainText(/\p{L}/u)
        if (holds) await expect(above.getByRole(holds).first()).toBeVisible()
        await expectAccessible(page, popup)
        await expectToFit(page, popup)
        expect(await findClashingClasses(page)).toEqual([])
        await page.keyboard.press("Escape")
        await expect(page.locator(popup)).toHaveCount(0)
      })
  })

test("axe finds nothing serious in the navigation of a narrow window, light or dark", async ({
  openAs,
}) => {
  const page = await openAs("admin")
  await page.setViewportSize({ width: 360, height: 800 })
  await show(page, "/")
  await press("Open the navigation")(page)
  await expect(page.locator(popup)).toBeVisible()
  await expectAccessible(page, popup)
  expect(await findOverflow(page)).toBe(0)
})

/** A window of 1280 by 1024 pixels in a browser that zooms to 200 %. */
const enlarged = { viewport: { width: 640, height: 512 }, deviceScaleFactor: 2 }
const mainScreens = [
  "Home",
  "the settings",
  "the downloads",
  "all data",
  "what is saved",
  "the tree of departments",
  "a department",
  "departments edited together",
  "the changes",
  "the report departments",
  "a data set's figures",
  "the sign-in",
]
const maxControls = 120

test("at 200 % zoom, no page scrolls sideways or cuts a name, and every control can be reached", async ({
  browser,
  sessionOf,
}) => {
  test.slow()
  const shown = screens.filter(({ name }) => /^the area /.test(name) || mainScreens.includes(name))
  expect(shown.length).toBe(mainScreens.length + Object.keys(areaPaths).length)
  for (const { name, path, role = "admin" } of shown)
    await test.step(name, async () => {
      const context = await browser.newContext({
        ...enlarged,
        ...(role !== "nobody" && { storageState: await sessionOf(role) }),
      })
      const page = await context.newPage()
      await show(page, await path())
      const found = async () => ({
        name,
        overflow: await findOverflow(page),
        cut: await page.evaluate(findCutNames, "main"),
        unreachable: await page.evaluate(findUnreachable, maxControls),
      })
      const none = { name, overflow: 0, cut: [], unreachable: [] }
      await expect.poll(found, { timeout: 20_000 }).toEqual(none)
      await context.close()
    })
})

test("at 200 % zoom, the navigation opens, scrolls and follows links", async ({
  browser,
  sessionOf,
}) => {
  const context = await browser.newContext({ ...enlarged, storageState: await sessionOf("admin") })
  const page = await context.newPage()
  await show(page, "/")
  await press("Open the navigation")(page)
  await expect(page.locator(popup)).toBeVisible()
  await expect.poll(() => findSticking(page, popup, enlarged.viewport.width)).toBe("")
  await expect.poll(() => page.evaluate(findUnreachable, maxControls)).toEqual([])
  await page.getByRole("dialog").getByRole("link", { name: "Downloads" }).click()
  await expect(page).toHaveURL("/downloads")
  await context.close()
})

test("a filter's editor stays beside its button when the window becomes narrow and wide again", async ({
  openAs,
}) => {
  const page = await openAs("admin")
  await page.setViewportSize({ width: 1440, height: 900 })
  await show(page, "/reports/departments?type[ne]=Store")
  const editor = page.getByRole("dialog")
  /** "beside" if the editor is within 12 pixels above or below a button; otherwise its box. */
  const distanceTo = async (name: string | RegExp) => {
    const button = page.getByRole("button", { name, exact: true }).first()
    const [own, its] = [await editor.boundingBox(), await button.boundingBox()]
    if (!own || !its) return "not there"
    const apart = Math.max(own.y - its.y - its.height, its.y - own.y - own.height)
    const isBeside = own.x < its.x + its.width && own.x + own.width > its.x
    return isBeside && own.x >= 0 && apart >= 0 && apart < 12 ? "beside" : JSON.stringify(own)
  }
  for (const opener of ["Add filter", /^Change the filter: /]) {
    await press(opener)(page)
    await expect.poll(() => distanceTo(opener)).toBe("beside")
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => distanceTo(/^Filter and sort/)).toBe("beside")
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(() => distanceTo(opener)).toBe("beside")
    await page.keyboard.press("Escape")
    await expect(editor).toHaveCount(0)
  }
})
