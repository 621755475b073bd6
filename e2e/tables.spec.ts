import type { Page } from "@playwright/test"
import { expect, test } from "./people"
import { pickEntry } from "./pick-entry"

const grid = (page: Page) => page.getByRole("grid")
const foot = (page: Page) => page.getByText(/rows? loaded/).last()
const loaded = async (page: Page) => Number((await foot(page).textContent())?.replaceAll(/\D/g, ""))

const scrollToEnd = (page: Page) =>
  grid(page).evaluate(
    (element) =>
      new Promise((done) => {
        element.scrollTop = element.scrollHeight
        requestAnimationFrame(() => setTimeout(done, 0))
      }),
  )

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

/** Holds the departments in this order until the returned function is called. */
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
  test("are hidden, moved, resized and pinned, which is kept in the URL and requests nothing", {
    tag: "@deep",
  }, async ({ openAs }) => {
    const page = await openAs("admin")
    await openDepartments(page)
    const requested: string[] = []
    page.on("request", (request) => {
      if (/\/api\/.*\/departments\?/.test(request.url())) requested.push(request.url())
    })
    const [name, type, parent] = await headers(page)
    await chooseColumn(page, `${type}`, "Hide column")
    await expect.poll(() => headers(page)).not.toContain(type)
    await chooseColumn(page, `${name}`, "Unpin")
    await chooseColumn(page, `${parent}`, "Move left")
    await expect.poll(async () => (await headers(page)).slice(0, 2)).toEqual([parent, name])
    await chooseColumn(page, `${name}`, "Pin to the start")
    await expect.poll(async () => (await headers(page)).slice(0, 2)).toEqual([name, parent])
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
    await expect.poll(async () => (await headers(page)).slice(0, 2)).toEqual([name, parent])
    expect(requested).toEqual([])
  })

  test("are moved and resized with the pointer", { tag: "@deep" }, async ({ openAs }) => {
    const page = await openAs("admin")
    await openDepartments(page)
    const [name, type] = await headers(page)
    const at = async (column: string) => {
      const box = await page
        .getByRole("columnheader")
        .filter({ hasText: column })
        .first()
        .boundingBox()
      if (!box) throw new Error(`${column} is not in sight.`)
      return box
    }
    const from = await at(`${type}`)
    const to = await at(`${name}`)
    await page.mouse.move(from.x + 40, from.y + 18)
    await page.mouse.down()
    await page.mouse.move(to.x + 100, to.y + 18, { steps: 6 })
    await page.mouse.move(to.x + 10, to.y + 18, { steps: 6 })
    await page.mouse.up()
    await expect.poll(async () => (await headers(page)).slice(0, 2)).toEqual([type, name])
    expect(new URL(page.url()).searchParams.has("sort")).toBe(false)

    const { x, y, width } = await at(`${type}`)
    await page.mouse.move(x + width, y + 10)
    await page.mouse.down()
    await page.mouse.move(x + width + 73, y + 10, { steps: 5 })
    await page.mouse.up()
    await expect.poll(async () => (await at(`${type}`)).width).toBe(width + 73)
    await expect(page).toHaveURL(new RegExp(`type:${width + 73}`))
  })

  test("are not moved by a drag that ended among the rows", { tag: "@deep" }, async ({
    openAs,
  }) => {
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

  test("are hidden in a list by keyboard, and reset", async ({ openAs }) => {
    const page = await openAs("admin")
    await openDepartments(page)
    const own = (await headers(page)).slice(0, 4)
    await page.getByRole("button", { name: "Columns" }).click()
    await page.getByRole("textbox", { name: "Search columns" }).fill("type")
    await page.getByRole("checkbox", { name: "Type", exact: true }).focus()
    await page.keyboard.press("Space")
    await expect.poll(() => headers(page)).not.toContain("Type")
    await page.getByRole("button", { name: "Reset to the report's columns" }).click()
    await expect.poll(async () => (await headers(page)).slice(0, 4)).toEqual(own)
    await expect(page).toHaveURL(/\/reports\/departments$/)
  })

  test("have three row heights", { tag: "@deep" }, async ({ openAs }) => {
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

test.describe("the grid", () => {
  const activeCell = (page: Page) =>
    grid(page).evaluate((element) => {
      const id = element.getAttribute("aria-activedescendant")
      const cell = id === null ? null : document.getElementById(id)
      return { row: cell?.closest("[data-row]")?.getAttribute("data-row"), text: cell?.title }
    })

  test("moves by keyboard, opens a row, copies, and keeps the active cell while rows scroll away", async ({
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
    await expect.poll(clipboard).toMatch(/^Name\tType\t.*\n.+/)
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

  test("leaves the copying of selected text to the browser", { tag: "@deep" }, async ({
    openAs,
  }) => {
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

  test("activates the first row after a new sort, and after going back", {
    tag: "@deep",
  }, async ({ openAs }) => {
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

  test("scrolls pinned columns into view if they fill a narrow frame", { tag: "@deep" }, async ({
    openAs,
  }) => {
    const page = await openAs("admin")
    await page.setViewportSize({ width: 480, height: 800 })
    await openDepartments(page, "?view.pinned=name,type,parentId")
    const first = page.locator("[data-row='0'] [data-column='0']")
    await grid(page).focus()
    await page.keyboard.press("End")
    await expect(first).not.toBeInViewport()
    await page.keyboard.press("Home")
    await expect(first).toBeInViewport()
  })

  test("shows cards on a phone, each of which opens its record, with the controls in a panel", async ({
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

  test("opens a column's menu and sorts by it", async ({ openAs }) => {
    const page = await openAs("admin")
    await openDepartments(page)
    await grid(page).focus()
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Shift+F10")
    await page.getByRole("menuitem", { name: "Sort descending" }).press("Enter")
    await expect(page).toHaveURL(/sort=-name/)
    await expect(grid(page)).toBeFocused()
    await chooseColumn(page, "Type", "Sort ascending")
    await expect(page).toHaveURL(/sort=type/)
    await expect(grid(page)).toBeFocused()
  })

  test("finds a text in the loaded rows without a request", async ({ openAs }) => {
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

test.describe("the panel of a row", () => {
  const panel = (page: Page) => page.getByRole("dialog")

  test("steps through rows, and copies a row by a button", async ({ openAs }) => {
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

  test("keeps the record that was opened while another sort was loading", {
    tag: "@deep",
  }, async ({ openAs }) => {
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

  test("closes on one Escape, even while a button shows its tooltip", {
    tag: "@deep",
  }, async ({ openAs }) => {
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
  test("is chosen from a menu, kept in the URL, and reset", {
    tag: "@deep",
  }, async ({ openAs }) => {
    const page = await openAs("admin")
    await openDepartments(page)
    const created = page.locator("[data-row='0'] [data-field=lastModifiedDateTime]")
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
