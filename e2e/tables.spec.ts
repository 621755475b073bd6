import { type BrowserContext, test as base, type Page, type Response } from "@playwright/test"
import { catalogue, findOperation, type ListOperation, type Row } from "@/lib/catalogue"
import { expect, signIn, test } from "./people"
import { pickEntry } from "./pick-entry"
import { reportUrl } from "./report-page"
import { type LargeStack, readRows, startLargeStack } from "./start-large"

const points = findOperation(catalogue, "data-points") as ListOperation
const rowHeight = 36

const grid = (page: Page) => page.getByRole("grid")
const foot = (page: Page) => page.getByText(/rows? loaded/).last()
const loaded = async (page: Page) => Number((await foot(page).textContent())?.replaceAll(/\D/g, ""))

/** The first row in sight below the header: its index, what its cells hold, and where it stands. */
const firstInSight = (page: Page) =>
  grid(page).evaluate((element) => {
    const top = element.getBoundingClientRect().top + 36
    const rows = [...element.querySelectorAll<HTMLElement>("[data-row]")]
      .map((row) => ({ row, at: row.getBoundingClientRect().top - top }))
      .filter(({ at }) => at > -36)
      .toSorted((a, b) => a.at - b.at)
    const [first] = rows
    return first && { index: first.row.dataset["row"], text: first.row.textContent, at: first.at }
  })

const scrollToEnd = (page: Page) =>
  grid(page).evaluate(
    (element) =>
      new Promise((done) => {
        element.scrollTop = element.scrollHeight
        requestAnimationFrame(() => setTimeout(done, 0))
      }),
  )

const scrollToRow = (page: Page, index: number) =>
  grid(page).evaluate((element, top) => {
    element.scrollTop = top
  }, index * rowHeight)

/** Scrolls as fast as the browser can until enough rows are loaded or the list has ended. */
async function scrollDown(page: Page, enough = Number.POSITIVE_INFINITY) {
  for (;;) {
    await scrollToEnd(page)
    const text = await foot(page).textContent()
    if (text?.startsWith("All") || (await loaded(page)) >= enough) return
  }
}

/** The pages that the browser is given, in order. */
function recordPages(page: Page) {
  const urls: string[] = []
  const answers: Promise<{ data: Row[] }>[] = []
  page.on("response", (response: Response) => {
    if (!response.url().includes("/dataPoints?") || !response.ok()) return
    urls.push(response.url())
    answers.push(response.json())
  })
  return { urls, rows: async () => (await Promise.all(answers)).flatMap(({ data }) => data) }
}

const heapSize = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send("HeapProfiler.collectGarbage")
  const { usedSize } = await session.send("Runtime.getHeapUsage")
  await session.detach()
  return usedSize
}

test.describe("a list of more than 12,000 rows", () => {
  test.describe.configure({ mode: "serial", timeout: 300_000 })
  let stack: LargeStack
  let context: BrowserContext

  base.beforeAll(async ({ browser }) => {
    base.setTimeout(300_000)
    stack = await startLargeStack(0.25)
    context = await browser.newContext({ baseURL: stack.url })
    await signIn(await context.newPage(), "analyst")
  })
  base.afterAll(async () => {
    await context?.close()
    await stack?.stop()
  })

  /** Every row as the service itself has them, after those of the first page. */
  async function open() {
    const page = await context.newPage()
    const pages = recordPages(page)
    await page.goto(reportUrl(points, { dataSetId: stack.dataSetId }))
    await expect(grid(page).locator("[data-row]").first()).toBeVisible()
    return { page, pages }
  }

  test("is scrolled as fast as possible: each cursor once and in order, each record once", async () => {
    const { page, pages } = await open()
    await scrollToEnd(page)
    await expect.poll(() => pages.urls.length).toBeGreaterThan(0)
    const before = await heapSize(page)
    await scrollDown(page)
    const count = await loaded(page)
    expect(pages.urls.length).toBeGreaterThan(50)
    expect(new Set(pages.urls).size).toBe(pages.urls.length)

    const calls = stack.recorder.calls.filter(({ path }) => path.includes("/dataPoints?"))
    const requested = calls.filter(({ path }) => !path.includes("userId"))
    expect(new Set(requested.map(({ path }) => path)).size).toBe(requested.length)
    // Whether there are persons among them is asked for the first page, and then once a minute.
    expect(calls.length - requested.length).toBeLessThan(5)
    const all = await readAllOf(stack)
    expect(count).toBe(all.length)
    const [first] = all.splice(0, 200)
    expect(first).toBeDefined()
    expect(textsOf(await pages.rows())).toEqual(textsOf(all))

    const nodes = await grid(page).evaluate((element) => element.querySelectorAll("*").length)
    expect(nodes).toBeLessThan(550)
    expect((await heapSize(page)) - before).toBeLessThan(60 * 1024 * 1024)

    await scrollToRow(page, 0)
    await expect(page.locator("[data-row='0']")).toBeVisible()
    const shown = page.locator("[data-row='0'] [data-field=value]")
    await expect(shown).toHaveAttribute("title", String(first?.["value"] ?? ""))
    expect(await loaded(page)).toBe(count)
    await page.close()
  })

  test("goes on where it was when a place has expired: nothing moves, nothing comes twice", async () => {
    const { page, pages } = await open()
    let cursors = 0
    let goOn = () => {}
    const looked = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route(/dataPoints\?.*cursor=/, async (route) => {
      const url = new URL(route.request().url())
      cursors += 1
      // The dashboard itself refuses a cursor that it did not issue.
      if (cursors === 7) {
        url.searchParams.set("cursor", "no-cursor-of-this-dashboard")
        await looked
      }
      await route.continue({ url: url.href })
    })
    await scrollDown(page, 1400)
    await scrollToRow(page, 1350)
    await expect.poll(async () => (await firstInSight(page))?.index).toBe("1350")
    const before = await firstInSight(page)
    goOn()
    await expect(page.getByText("The list was reloaded where you were.")).toBeVisible()
    await expect.poll(() => loaded(page)).toBeGreaterThan(1400)
    expect(await firstInSight(page)).toEqual(before)

    await scrollDown(page, 3000)
    const all = await readAllOf(stack)
    for (const index of [1399, 1400, 1599, 1600, 2100]) {
      await scrollToRow(page, index)
      const cell = page.locator(`[data-row='${index}'] [data-field=timeStamp]`)
      await expect(cell).toHaveAttribute("title", String(all[index]?.["timeStamp"]))
    }
    expect(pages.urls.length).toBeGreaterThan(10)
    await page.close()
  })

  test("begins at its top and asks for nothing when its order is gone back to", async () => {
    const { page, pages } = await open()
    const first = page.locator("[data-row='0'] [data-field=timeStamp]")
    const time = `${await first.getAttribute("title")}`
    await chooseColumn(page, "Time", "Sort ascending")
    await expect(first).not.toHaveAttribute("title", time)
    const requested: string[] = []
    page.on("request", (request) => {
      if (request.url().includes("/dataPoints?")) requested.push(request.url())
    })
    await scrollDown(page, 500)
    await expect.poll(() => requested.filter((url) => !pages.urls.includes(url))).toEqual([])
    requested.length = 0
    await page.goBack()
    await expect(first).toHaveAttribute("title", time)
    await expect.poll(() => loaded(page)).toBe(200)
    expect(requested).toEqual([])
    await page.close()
  })

  test("keeps its rows when the next ones fail, and goes on when told", async () => {
    const { page } = await open()
    await page.route(/dataPoints\?.*cursor=/, (route) => route.abort())
    await scrollToEnd(page)
    await expect(page.getByText("No connection to the dashboard")).toBeVisible()
    expect(await loaded(page)).toBe(200)
    await page.unroute(/dataPoints\?.*cursor=/)
    await page.getByRole("button", { name: "Try again" }).click()
    await expect.poll(() => loaded(page)).toBeGreaterThan(200)
    await page.close()
  })
})

const textsOf = (rows: readonly Row[]) =>
  rows.map(({ timeStamp, label, value, departmentId, userId }) =>
    JSON.stringify([timeStamp, label, value, departmentId, userId]),
  )

/** Every data point of the large data set, from the service itself. */
const readAllOf = (stack: LargeStack) =>
  readRows(stack, `/v1.4/dataSets/${stack.dataSetId}/dataPoints?limit=1000&sort=-timeStamp`)

const headers = (page: Page) =>
  page
    .getByRole("columnheader")
    .evaluateAll((cells) => cells.map((cell) => cell.querySelector(".truncate")?.textContent))

async function openDepartments(page: Page, search = "") {
  await page.goto(`/reports/departments${search}`)
  await expect(grid(page).locator("[data-row]").first()).toBeVisible()
}

async function chooseColumn(page: Page, column: string, item: string) {
  const header = page.getByRole("columnheader").filter({ hasText: column }).first()
  await header.hover()
  await header.getByRole("button", { name: `Column menu: ${column}` }).click()
  await pickEntry(page.getByRole("menuitem", { name: item, exact: true }))
}

/** Holds the departments in this order back until told. */
async function holdBack(page: Page, sort: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(
    (url) => url.pathname.endsWith("/departments") && url.searchParams.get("sort") === sort,
    async (route) => {
      await released
      await route.continue()
    },
  )
  return release
}

test.describe("the columns of a report", () => {
  test("are hidden, moved, sized and pinned, which stands in the address and asks for nothing", async ({
    openAs,
  }) => {
    const page = await openAs("admin")
    await openDepartments(page)
    const requested: string[] = []
    page.on("request", (request) => {
      if (/\/api\/.*\/departments\?/.test(request.url())) requested.push(request.url())
    })
    const [name, created, changed] = await headers(page)
    await chooseColumn(page, "Created", "Hide column")
    await expect.poll(() => headers(page)).not.toContain(created)
    await chooseColumn(page, `${changed}`, "Move left")
    await expect.poll(async () => (await headers(page)).slice(0, 2)).toEqual([changed, name])
    await chooseColumn(page, `${name}`, "Pin to the start")
    await expect.poll(async () => (await headers(page)).slice(0, 2)).toEqual([name, changed])
    await chooseColumn(page, `${name}`, "Wider")
    await page.keyboard.press("Escape")
    await expect(page).toHaveURL(/view\.columns=.*view\.widths=name:280.*view\.pinned=name/)

    await grid(page).evaluate((element) => {
      element.scrollLeft = 2000
    })
    const pinned = page.getByRole("columnheader").first()
    await expect(pinned).toContainText(`${name}`)
    expect((await pinned.boundingBox())?.width).toBe(280)

    await page.reload()
    await expect.poll(async () => (await headers(page)).slice(0, 2)).toEqual([name, changed])
    expect(requested).toEqual([])
  })

  test("are moved and sized by the pointer, in one step of the history", async ({ openAs }) => {
    const page = await openAs("admin")
    await openDepartments(page)
    const [name, created] = await headers(page)
    const at = async (column: string) => {
      const box = await page
        .getByRole("columnheader")
        .filter({ hasText: column })
        .first()
        .boundingBox()
      if (!box) throw new Error(`${column} is not in sight.`)
      return box
    }
    const from = await at(`${created}`)
    const to = await at(`${name}`)
    await page.mouse.move(from.x + 40, from.y + 18)
    await page.mouse.down()
    await page.mouse.move(to.x + 100, to.y + 18, { steps: 6 })
    await page.mouse.move(to.x + 10, to.y + 18, { steps: 6 })
    await page.mouse.up()
    await expect.poll(async () => (await headers(page)).slice(0, 2)).toEqual([created, name])
    expect(new URL(page.url()).searchParams.has("sort")).toBe(false)

    const { x, y, width } = await at(`${created}`)
    await page.mouse.move(x + width, y + 10)
    await page.mouse.down()
    await page.mouse.move(x + width + 73, y + 10, { steps: 5 })
    await page.mouse.up()
    await expect.poll(async () => (await at(`${created}`)).width).toBe(width + 73)
    await expect(page).toHaveURL(new RegExp(`creationDateTime:${width + 73}`))
  })

  test("are not moved by a press that ended among the rows", async ({ openAs }) => {
    const page = await openAs("admin")
    await openDepartments(page)
    const before = await headers(page)
    const at = async (column: number) => {
      const box = await page.getByRole("columnheader").nth(column).boundingBox()
      if (!box) throw new Error("The column is not in sight.")
      return { x: box.x + 40, y: box.y + 18 }
    }
    const from = await at(1)
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x, from.y + 200, { steps: 6 })
    await page.mouse.up()
    const to = await at(0)
    await page.mouse.move(from.x, from.y)
    await page.mouse.move(to.x, to.y, { steps: 6 })
    await page.mouse.down()
    await page.mouse.up()
    await expect(page).toHaveURL(/sort=-name/)
    expect((await headers(page)).slice(0, 3)).toEqual(before.slice(0, 3))
  })

  test("are chosen from a list by keyboard, and come back", async ({ openAs }) => {
    const page = await openAs("admin")
    await openDepartments(page)
    const own = (await headers(page)).slice(0, 4)
    await page.getByRole("button", { name: "Columns" }).click()
    await page.getByRole("textbox", { name: "Search columns" }).fill("created")
    await page.getByRole("checkbox", { name: "Created" }).focus()
    await page.keyboard.press("Space")
    await expect.poll(() => headers(page)).not.toContain("Created")
    await page.getByRole("button", { name: "Reset to the report's columns" }).click()
    await expect.poll(async () => (await headers(page)).slice(0, 4)).toEqual(own)
    await expect(page).toHaveURL(/\/reports\/departments$/)
  })

  test("are drawn in three densities", async ({ openAs }) => {
    const page = await openAs("admin")
    for (const [density, height] of [
      ["compact", 28],
      ["normal", 36],
      ["roomy", 44],
    ] as const) {
      await openDepartments(page, `?view.density=${density}`)
      const row = page.locator("[data-row='0']")
      await expect.poll(async () => (await row.boundingBox())?.height).toBe(height)
    }
  })
})

test.describe("the grid by keyboard", () => {
  const activeCell = (page: Page) =>
    grid(page).evaluate((element) => {
      const id = element.getAttribute("aria-activedescendant")
      const cell = id === null ? null : document.getElementById(id)
      return { row: cell?.closest("[data-row]")?.getAttribute("data-row"), text: cell?.title }
    })

  test("moves, opens a row, copies, and keeps its place while rows scroll away", async ({
    openAs,
  }) => {
    const page = await openAs("admin")
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await openDepartments(page)
    await grid(page).focus()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    const cell = await activeCell(page)
    expect(cell.row).toBe("2")
    await page.keyboard.press("Control+c")
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(clipboard).toBe(cell.text)

    await page.keyboard.press("Shift+F10")
    await pickEntry(page.getByRole("menuitem", { name: "Copy row with names" }))
    await expect.poll(clipboard).toMatch(/^Name\tCreated\t.*\n.+/)
    expect((await clipboard()).split("\n")[1]?.split("\t")[0]).toBe(cell.text)

    await expect(grid(page)).toBeFocused()
    await scrollToEnd(page)
    await expect(page.locator(`[data-row='${(await loaded(page)) - 1}']`)).toBeVisible()
    await expect(page.locator("[data-row='3']")).toHaveCount(0)
    expect(await activeCell(page)).toEqual(cell)
    await page.keyboard.press("Enter")
    await expect(page.getByRole("dialog")).toContainText(`${cell.text}`)
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toBeHidden()
    await expect(grid(page)).toBeFocused()
    await page.keyboard.press("ArrowDown")
    expect((await activeCell(page)).row).toBe("3")
    await expect(page.locator("[data-row='3']")).toBeInViewport()
  })

  test("leaves the copying of selected text to the browser", async ({ openAs }) => {
    const page = await openAs("admin")
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await openDepartments(page)
    const cell = page.locator("[data-row='3'] [data-field=name]")
    await grid(page).focus()
    await cell.selectText()
    await page.keyboard.press("Control+c")
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(clipboard).toBe(await cell.getAttribute("title"))
  })

  test("begins at the top of another order, and of its own when that comes back", async ({
    openAs,
  }) => {
    const page = await openAs("admin")
    await openDepartments(page)
    await grid(page).focus()
    await page.keyboard.press("Control+End")
    await page.keyboard.press("Home")
    expect(Number((await activeCell(page)).row)).toBeGreaterThan(20)
    await chooseColumn(page, "Name", "Sort descending")
    await expect(grid(page)).toHaveAttribute("aria-busy", "false")
    await expect.poll(async () => (await activeCell(page)).row).toBe("0")
    await page.goBack()
    await expect(page).not.toHaveURL(/sort=/)
    await expect.poll(async () => (await activeCell(page)).row).toBe("0")
  })

  test("brings pinned columns into sight where they fill a narrow frame", async ({ openAs }) => {
    const page = await openAs("admin")
    await page.setViewportSize({ width: 480, height: 800 })
    await openDepartments(page, "?view.pinned=name,creationDateTime")
    const first = page.locator("[data-row='0'] [data-column='0']")
    await grid(page).focus()
    await page.keyboard.press("End")
    await expect(first).not.toBeInViewport()
    await page.keyboard.press("Home")
    await expect(first).toBeInViewport()
  })

  test("is cards on a phone, each of which opens its record, and whose controls are in a panel", async ({
    openAs,
  }) => {
    const page = await openAs("admin")
    await page.setViewportSize({ width: 390, height: 800 })
    await openDepartments(page)
    const card = page.locator("[data-row='1']")
    await expect(card.locator("[data-field]")).toHaveCount(5)
    const overflow = () => grid(page).evaluate((frame) => frame.scrollWidth - frame.clientWidth)
    expect(await overflow()).toBe(0)
    const names = await card
      .locator("[data-field]")
      .evaluateAll((cells) =>
        cells
          .slice(1)
          .map((cell) => getComputedStyle(cell, "::before").content.replaceAll('"', "")),
      )
    for (const name of names) expect(name).toMatch(/\p{L}{2}/u)
    const title = await card.locator("[data-field=name]").textContent()
    await card.click()
    await expect(page.getByRole("dialog").getByText(`${title}`).first()).toBeVisible()
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Filter and sort" }).click()
    const panel = page.getByRole("dialog", { name: "Filter and sort" })
    for (const target of await panel.getByRole("button").all()) {
      const box = await target.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24)
    }
    await panel.getByRole("button", { name: "Add filter" }).click()
    await page.getByPlaceholder("Filter by…").fill("Type")
    await page.keyboard.press("Enter")
    await pickEntry(page.getByRole("option", { name: "Store", exact: true }))
    await page.keyboard.press("Escape")
    await expect(page).toHaveURL(/type=Store/)
    await page.keyboard.press("Escape")
    await expect(page.getByRole("button", { name: "Filter and sort (1 filter)" })).toBeVisible()
  })

  test("opens a column's menu and sorts from it", async ({ openAs }) => {
    const page = await openAs("admin")
    await openDepartments(page)
    await grid(page).focus()
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Shift+F10")
    await page.getByRole("menuitem", { name: "Sort descending" }).press("Enter")
    await expect(page).toHaveURL(/sort=-name/)
    await expect(grid(page)).toBeFocused()
    await chooseColumn(page, "Created", "Sort ascending")
    await expect(page).toHaveURL(/sort=creationDateTime/)
    await expect(grid(page)).toBeFocused()
  })

  test("finds a text in the loaded rows and asks for nothing", async ({ openAs }) => {
    const page = await openAs("admin")
    await openDepartments(page)
    const target = await page.locator("[data-row='4'] [data-field=name]").getAttribute("title")
    const requested: string[] = []
    page.on("request", (request) => requested.push(request.url()))
    await grid(page).focus()
    await page.keyboard.press("Control+f")
    const field = page.getByRole("textbox", { name: "Find in loaded rows" })
    await expect(field).toBeFocused()
    await field.fill(`${target}`.toUpperCase())
    await expect(page.getByText(/^\d+ of [\d,]+ loaded rows$/)).toBeVisible()
    await expect(page.locator("[data-row='4'] mark")).toHaveText(`${target}`)
    await field.press("Enter")
    await expect.poll(async () => (await activeCell(page)).text?.includes(`${target}`)).toBe(true)
    await page.locator("[data-row='0'] [data-field=name]").click()
    await page.getByRole("dialog").getByRole("button", { name: "Next row" }).click()
    await expect.poll(async () => (await activeCell(page)).row).toBe("1")
    await field.press("Enter")
    await expect.poll(async () => (await activeCell(page)).text?.includes(`${target}`)).toBe(true)
    expect(requested.filter((url) => url.includes("/api/v"))).toEqual([])
  })
})

test.describe("the row beside the table", () => {
  const panel = (page: Page) => page.getByRole("dialog")

  test("is stepped through, and copied by a button", async ({ openAs }) => {
    const page = await openAs("admin")
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await openDepartments(page)
    const second = await page.locator("[data-row='1'] [data-field=name]").getAttribute("title")
    await page.locator("[data-row='0'] [data-field=name]").click()
    await panel(page).getByRole("button", { name: "Next row" }).click()
    await expect(panel(page)).toContainText(`${second}`)
    await panel(page).getByRole("button", { name: "Copy row with names" }).click()
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(clipboard).toContain(`\n${second}\t`)
  })

  test("stays the record that was opened while another order was on its way", async ({
    openAs,
  }) => {
    const page = await openAs("admin")
    const release = await holdBack(page, "-name")
    await openDepartments(page)
    await chooseColumn(page, "Name", "Sort descending")
    await expect(grid(page)).toHaveAttribute("aria-busy", "true")
    await expect(grid(page)).toHaveAttribute("aria-rowcount", "-1")
    const cell = page.locator("[data-row='4'] [data-field=name]")
    const name = await cell.getAttribute("title")
    await cell.click()
    await expect(panel(page)).toHaveAccessibleName(`${name}`)
    release()
    await expect(grid(page)).toHaveAttribute("aria-busy", "false")
    await expect(cell).not.toHaveAttribute("title", `${name}`)
    await expect(panel(page)).toHaveAccessibleName(`${name}`)
  })

  test("is closed by one Escape, also while a button of it shows its name", async ({ openAs }) => {
    const page = await openAs("admin")
    await openDepartments(page)
    const shown = (name: string) => page.getByText(name, { exact: true })
    for (const [name, show] of [
      ["Next row", () => panel(page).getByRole("button", { name: "Next row" }).hover()],
      ["Close", () => page.keyboard.press("Tab")],
    ] as const) {
      await page.locator("[data-row='0'] [data-field=name]").click()
      await expect(panel(page)).toBeVisible()
      await show()
      await expect(shown(name)).toBeVisible()
      await page.keyboard.press("Escape")
      await expect(panel(page)).toBeHidden()
      await expect(shown(name)).toBeHidden()
    }
  })
})

test.describe("the time zone of a report", () => {
  test("is chosen from a menu, stands in the address, and is given up again", async ({
    openAs,
  }) => {
    const page = await openAs("admin")
    await openDepartments(page)
    const created = page.locator("[data-row='0'] [data-field=creationDateTime]")
    const own = await created.textContent()
    const control = page.getByRole("button", { name: /^Times in: / })
    await control.click()
    await page.getByPlaceholder("City, region or offset").fill("kiritimati")
    await pickEntry(page.getByRole("option", { name: /Pacific\/Kiritimati/ }))
    await expect(page).toHaveURL(/view\.zone=Pacific\/Kiritimati/)
    await expect(control).toHaveAccessibleName("Times in: Pacific/Kiritimati")
    await expect(created).not.toHaveText(`${own}`)
    await page.reload()
    await expect(created).not.toHaveText(`${own}`)
    await control.click()
    await pickEntry(page.getByRole("option", { name: /^Yours/ }))
    await expect(page).toHaveURL(/\/reports\/departments$/)
    await expect(created).toHaveText(`${own}`)
  })
})
