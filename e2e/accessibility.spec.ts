import AxeBuilder from "@axe-core/playwright"
import { catalogue, listOperations, singleOperations } from "@/lib/catalogue"
import { expect, test } from "./people"
import { reportUrl } from "./report-page"
import { answeringPath } from "./service-api"

const screens = async (): Promise<string[]> => [
  "/",
  ...(await Promise.all(
    ["departments", "content-posts", "data-points", "stage-reviews"].flatMap((id) => {
      const operation = listOperations(catalogue).find((candidate) => candidate.id === id)
      return operation
        ? [answeringPath(operation).then((path) => reportUrl(operation, path)), `/reports/${id}`]
        : []
    }),
  )),
  ...(await Promise.all(
    singleOperations(catalogue).map(
      async (operation) =>
        `/records/${operation.id}/${Object.values(await answeringPath(operation)).join("/")}`,
    ),
  )),
]

for (const scheme of ["light", "dark"] as const)
  test(`axe finds nothing serious on any page, in ${scheme}`, async ({ openAs }) => {
    test.setTimeout(180_000)
    const page = await openAs("admin")
    await page.emulateMedia({ colorScheme: scheme })
    for (const path of await screens()) {
      await page.goto(path)
      await page.waitForLoadState("networkidle")
      // Sandboxed frames run no scripts, axe's included.
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode(true)
        .exclude("iframe")
        .analyze()
      const serious = violations.filter(
        ({ impact }) => impact === "serious" || impact === "critical",
      )
      expect(serious.map(({ id, nodes }) => `${path}: ${id} at ${nodes[0]?.target}`)).toEqual([])
    }
  })

for (const width of [360, 768, 1440, 2560])
  test(`no page scrolls sideways at ${width} pixels`, async ({ openAs }) => {
    test.setTimeout(120_000)
    const page = await openAs("admin")
    await page.setViewportSize({ width, height: 900 })
    for (const path of await screens()) {
      await page.goto(path)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, path).toBeLessThanOrEqual(0)
    }
  })
