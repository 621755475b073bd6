import { type Browser, test as base, type Page } from "@playwright/test"
import pg from "pg"
import { chooseOption } from "./choose-option"
import { download } from "./export-page"
import { expect, type Role, signIn, test } from "./people"
import { pickEntry } from "./pick-entry"
import { type LargeStack, startLargeStack } from "./start-large"

interface Department {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly parent_id: string | null
}

/** A region and one of its stores that has data points, read from the service's database. */
async function findStory({ serviceDatabase, dataSetId }: LargeStack) {
  const client = new pg.Client({ connectionString: serviceDatabase })
  await client.connect()
  const { rows } = await client.query<Department>(
    "select id, name, type, parent_id from reporting.department",
  )
  const reporting = await client.query<{ id: string }>(
    "select distinct department_id as id from reporting.data_point where in_data_set_id = $1",
    [dataSetId],
  )
  await client.end()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const isAlone = ({ name }: Department) => rows.filter((row) => row.name === name).length === 1
  const above = (row: Department): Department[] => {
    const parent = row.parent_id === null ? undefined : byId.get(row.parent_id)
    return parent ? [...above(parent), parent] : []
  }
  for (const { id } of reporting.rows) {
    const store = byId.get(id)
    const region = store && above(store).find(({ type }) => type === "Region")
    if (store && region && isAlone(store)) return { region: region.name, store: store.name }
  }
  throw new Error("No store of a region reports.")
}

async function choose(page: Page, control: string, option: string | RegExp) {
  await page.getByRole("combobox", { name: control, exact: true }).click()
  await pickEntry(page.getByRole("option", { name: option }))
}

test.describe("an analyst", { tag: "@deep" }, () => {
  let stack: LargeStack
  base.beforeAll(async () => {
    stack = await startLargeStack(0.5)
  })
  base.afterAll(() => stack?.stop())

  async function enter(browser: Browser, role: Role, path: string): Promise<Page> {
    const context = await browser.newContext({ baseURL: stack.url, acceptDownloads: true })
    const page = await context.newPage()
    await signIn(page, role)
    await page.goto(path)
    return page
  }

  test("copies a data set from scratch, queries it, drills down, exports and shares it; HR is refused", async ({
    browser,
  }) => {
    test.setTimeout(240_000)
    const { region, store } = await findStory(stack)
    const id = stack.dataSetId
    const name = "Revenue"
    const page = await enter(browser, "analyst", `/figures/${id}`)

    const release = stack.recorder.hold()
    await page.getByRole("button", { name: "Load this data set" }).click()
    await expect(page.getByRole("progressbar", { name: `Progress of ${name}` })).toBeVisible()
    release()
    await expect(page.getByText(/^Updated /)).toBeVisible({ timeout: 120_000 })

    await choose(page, "Interval", "By week")
    await choose(page, "Groups", /^Region/)
    await page.getByRole("button", { name: /^Days/ }).click()
    await page.getByRole("button", { name: "Last 90 days" }).click()
    await page.getByRole("button", { name: "Compare" }).click()
    const lastYear = page.getByRole("menuitemcheckbox", { name: "Last year" })
    if ((await lastYear.getAttribute("aria-checked")) !== "true") await pickEntry(lastYear)
    await page.keyboard.press("Escape")
    await expect(page.getByText("vs last year", { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/group=department(?:%3A|:)(?:\d|Region)/)

    await page.getByRole("button", { name: "Table", exact: true }).click()
    const table = page.getByRole("region", { name: `Values of ${name}` })
    await expect(table.getByRole("row").filter({ hasText: region }).first()).toBeVisible()

    await choose(page, "Groups", "Each department")
    await choose(page, "How many groups", "Top 50")
    await chooseOption(page, "Within a department", store, store)
    await expect(page).toHaveURL(/within=/)
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0)
    await expect(table.getByRole("columnheader", { name: "Group" })).toHaveCount(0)
    const open = table.getByRole("button", { name: /^Open/ }).first()
    const count = await open.textContent()
    await open.click()
    const panel = page.getByRole("dialog")
    await expect(panel.getByText(new RegExp(`^${count} points?$`))).toBeVisible()
    await expect(panel.getByRole("cell", { name: store, exact: true })).toHaveCount(Number(count))
    const { bytes: rows } = await download(page, () =>
      panel.getByRole("link", { name: "CSV" }).click(),
    )
    expect(rows.toString().trim().split("\r\n").length).toBe(Number(count) + 1)
    await page.keyboard.press("Escape")

    await page.getByRole("button", { name: "Download" }).click()
    const { bytes: values } = await download(page, () =>
      pickEntry(page.getByRole("menuitem", { name: "Values as CSV" })),
    )
    const shown = await table.getByRole("row").count()
    expect(values.toString().trim().split("\r\n").length).toBeGreaterThanOrEqual(shown)

    const address = page.url()
    const told = await table.textContent()
    const other = await enter(browser, "admin", new URL(address).pathname + new URL(address).search)
    const same = other.getByRole("region", { name: `Values of ${name}` })
    await expect(same).toBeVisible()
    expect(await same.textContent()).toBe(told)

    const hr = await enter(browser, "hr", new URL(address).pathname)
    await expect(hr.getByRole("main")).toContainText("kpis:read")
    const refused = await hr.request.get(`/api/kpis/${id}/series?bucket=week`)
    expect(refused.status()).toBe(403)
    for (const each of [page, other, hr]) await each.context().close()
  })
})
