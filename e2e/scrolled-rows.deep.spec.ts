import { expect, isAlive, test } from "./people"

const address = "/reports/course-participations"

/**
 * Scrolls the page's grid by this many pixels a frame; returns the places where visible rows or
 * their texts were missing; runs in the page.
 */
async function scrollAndLook(pixels: readonly number[]): Promise<string[]> {
  const grid = document.querySelector("[role=grid]")
  const body = grid?.querySelector("[role=rowgroup]:last-child")
  if (!grid || !body) return ["no grid"]
  const faults: string[] = []
  for (const step of pixels) {
    // Scrolls between frames, as a wheel or a key does: the scroll event comes before the next
    // frame is drawn.
    grid.scrollBy({ top: step, behavior: "instant" })
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))
    const frame = grid.getBoundingClientRect()
    const end = body.getBoundingClientRect().bottom
    const [top, bottom] = [frame.top + 36, Math.min(end, frame.top + grid.clientHeight)]
    let covered = 0
    for (const line of body.children) {
      const edges = line.getBoundingClientRect()
      const inSight = Math.min(edges.bottom, bottom) - Math.max(edges.top, top)
      if (inSight <= 0) continue
      covered += inSight
      const texts = [...line.querySelectorAll("[role=gridcell]")].map((cell) => cell.textContent)
      if (line.role === "row" && (texts.length === 0 || texts.includes("")))
        faults.push(`row ${line.ariaRowIndex} at ${grid.scrollTop}: a cell without a text`)
    }
    if (covered < bottom - top - 1) faults.push(`at ${grid.scrollTop}: ${covered} px of rows`)
  }
  return faults
}

test("no visible row lacks its texts while the table is scrolled fast", async ({ openAs }) => {
  const page = await openAs("admin")
  await page.goto(address)
  await expect(page.locator("[data-row='0']")).toBeVisible()
  await isAlive(page)
  const pixels = [40, 90, 90, 90, 700, 700, 700, -240, -240, -240, -700, 300, 300, -90]
  expect(await page.evaluate(scrollAndLook, pixels)).toEqual([])
})

test("a table that was scrolled before hydration shows the rows at that position", async ({
  openAs,
}) => {
  const page = await openAs("admin")
  // After this request the dashboard has cached the rows and renders the page with them.
  await page.goto(address)
  await expect(page.locator("[data-row='0']")).toBeVisible()
  let letCome = () => {}
  const held = new Promise<void>((resolve) => {
    letCome = resolve
  })
  await page.route("**/_next/static/**/*.js", async (route) => {
    await held
    await route.continue()
  })
  await page.reload({ waitUntil: "commit" })
  await expect(page.locator("[data-row='0']")).toBeVisible()
  await page.getByRole("grid").evaluate((grid) => {
    grid.scrollTop = grid.scrollHeight
  })
  letCome()
  await expect.poll(() => page.evaluate(scrollAndLook, [0])).toEqual([])
  expect(await page.getByRole("grid").evaluate((grid) => grid.scrollTop)).toBeGreaterThan(0)
})
