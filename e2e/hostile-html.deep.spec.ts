import type { BrowserContext, Page } from "@playwright/test"
import { hostileColour, hostilePayloads } from "./hostile-payloads"
import { fillWithPayloads, type HostileRecord } from "./hostile-records"
import { countColoured, findActiveParts, readStyles, readWalls, watch } from "./hostile-watch"
import { expect, signIn, test } from "./people"
import { type LargeStack, startLargeStack } from "./start-large"
import { startTrap, type Trap } from "./trap"

test.describe.configure({ mode: "serial" })

test.describe("HTML and script in content and templates", () => {
  let stack: LargeStack
  let trap: Trap
  let context: BrowserContext
  let styles: unknown
  let records: Record<"posts" | "templates", readonly HostileRecord[]>

  test.beforeAll(async ({ browser }) => {
    test.setTimeout(180_000)
    trap = await startTrap()
    stack = await startLargeStack(0.01)
    records = await fillWithPayloads(stack.serviceDatabase, hostilePayloads(trap.origin))
    context = await browser.newContext({
      baseURL: stack.url,
      viewport: { width: 1440, height: 1000 },
    })
    const page = await context.newPage()
    await signIn(page, "hr", "/data")
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    styles = await readStyles(page)
  })
  test.afterAll(async () => {
    await context?.close()
    await stack?.stop()
    await trap?.stop()
  })

  /** Clicks into every frame as a curious person would, and presses Enter. */
  async function touchFrames(page: Page) {
    for (const frame of await page.locator("iframe").all()) {
      const box = await frame.evaluate((element) => {
        element.scrollIntoView({ block: "center" })
        const { x, y, width, height } = element.getBoundingClientRect()
        return { x, y, width, height }
      })
      if (box.width === 0) continue
      for (const [x, y] of [
        [30, 26],
        [30, 60],
        [box.width / 2, box.height / 2],
      ] as const)
        await page.mouse.click(box.x + x, box.y + y)
      await page.keyboard.press("Enter")
    }
  }

  async function openRecord(page: Page, { path, payloads }: HostileRecord) {
    await page.goto(path)
    await expect(page.locator("iframe")).toHaveCount(payloads.length)
    await Promise.all(page.frames().map((frame) => frame.waitForLoadState()))
  }

  /**
   * The frames' documents contain nothing active, and each is sandboxed and starts with its policy.
   */
  async function expectWalls(page: Page) {
    expect(await findActiveParts(page)).toEqual([])
    for (const { sandbox, srcdoc } of await readWalls(page)) {
      expect(sandbox).toBe("")
      expect(srcdoc).toMatch(
        /^<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; /,
      )
    }
  }

  for (const kind of ["posts", "templates"] as const)
    test(`${kind} show every payload in a sandboxed frame: it opens no dialog or page, sends no request and changes no style`, async () => {
      test.setTimeout(300_000)
      const page = await context.newPage()
      const { seen } = watch(context, page, new URL(stack.url).origin)
      for (const record of records[kind]) {
        await openRecord(page, record)
        await expectWalls(page)
        await touchFrames(page)
        await page.waitForLoadState("networkidle")
        expect(new URL(page.url()).pathname).toBe(record.path)
        expect(await page.evaluate(() => "hostile" in window)).toBe(false)
        expect(await page.evaluate(() => document.cookie)).not.toContain("hostile")
        expect(await countColoured(page, hostileColour)).toBe(0)
        expect(await readStyles(page)).toEqual(styles)
        expect(seen).toEqual([])
      }
      expect(trap.hits).toEqual([])
      await page.close()
    })

  test("there are at least 150 payloads, all different", () => {
    const payloads = hostilePayloads(trap.origin)
    expect(new Set(payloads.map(({ html }) => html.replace(/hostile\/\d+/g, ""))).size).toBe(
      payloads.length,
    )
    expect(payloads.length).toBeGreaterThanOrEqual(150)
    for (const kind of ["posts", "templates"] as const)
      expect(records[kind].flatMap((record) => record.payloads).length).toBe(payloads.length)
  })
})
