import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { catalogue, listOperations, singleOperations } from "@/lib/catalogue"
import { expect, test } from "./people"
import { reportUrl } from "./report-page"
import { answeringPath } from "./service-api"

interface Screen {
  readonly name: string
  readonly path: () => Promise<string>
}

const shownReports = ["departments", "content-posts", "data-points", "stage-reviews"]

const screens: readonly Screen[] = [
  { name: "the overview", path: async () => "/" },
  { name: "the settings", path: async () => "/settings" },
  { name: "the exports", path: async () => "/exports" },
  ...listOperations(catalogue)
    .filter(({ id }) => shownReports.includes(id))
    .flatMap((operation) => [
      {
        name: `the report ${operation.id}`,
        path: async () => reportUrl(operation, await answeringPath(operation)),
      },
      {
        name: `the report ${operation.id} without a choice`,
        path: async () => `/reports/${operation.id}`,
      },
    ]),
  ...singleOperations(catalogue).map((operation) => ({
    name: `the record ${operation.id}`,
    path: async () =>
      `/records/${operation.id}/${Object.values(await answeringPath(operation)).join("/")}`,
  })),
]

async function findSerious(page: Page): Promise<string[]> {
  // Sandboxed frames run no scripts, axe's included.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .exclude("iframe")
    .options({ resultTypes: ["violations"] })
    .analyze()
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id} at ${nodes[0]?.target}`)
}

/** By how many pixels the page is wider than its window, once it is drawn anew. */
const findOverflow = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })

for (const { name, path } of screens)
  test(`axe finds nothing serious on ${name}, light or dark, and it scrolls sideways at no width`, async ({
    openAs,
  }) => {
    const page = await openAs("admin")
    await page.emulateMedia({ colorScheme: "light" })
    await page.goto(await path())
    await page.waitForLoadState("networkidle")
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await expect(page.locator("html")).toHaveAttribute("data-theme", scheme)
      expect({ scheme, serious: await findSerious(page) }).toEqual({ scheme, serious: [] })
    }
    for (const width of [360, 768, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      expect({ width, overflow: await findOverflow(page) }).toEqual({ width, overflow: 0 })
    }
  })
