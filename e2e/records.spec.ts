import { catalogue, listOperations, printPath, singleOperations } from "@/lib/catalogue"
import { expect, mayRead, roles, test } from "./people"
import { reportUrl } from "./report-page"
import { answeringPath, askService, gatedPath } from "./service-api"

for (const role of roles)
  for (const operation of singleOperations(catalogue).filter(({ domain }) => mayRead(role, domain)))
    test(`${role} opens a ${operation.title.toLowerCase()} by its id`, async ({ openAs }) => {
      const path = await answeringPath(operation)
      const answer = await askService(printPath(operation, path))
      const { data } = (await answer.json()) as { data: { id: string } }
      const page = await openAs(role)
      await page.goto(`/records/${operation.id}/${Object.values(path).join("/")}`)
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
      await expect(page.getByText(data.id.slice(0, 8)).first()).toBeVisible()
    })

test("a record that does not exist is said so", async ({ openAs }) => {
  const page = await openAs("hr")
  await page.goto("/records/communication-template/00000000-0000-4000-8000-000000000000")
  await expect(page.getByRole("main")).toContainText(/no such|not found|does not exist/i)
})

for (const operation of listOperations(catalogue).filter(({ gates }) => gates))
  test(`${operation.id} says which feature is not enabled`, async ({ openAs }) => {
    const path = await gatedPath(operation)
    expect(path).toBeDefined()
    const page = await openAs("admin")
    await page.goto(reportUrl(operation, path ?? {}))
    await expect(page.getByRole("main")).toContainText(/not enabled/i)
  })

test("an analyst sees a data set's points as a line chart with a table twin", async ({
  openAs,
}) => {
  const operation = listOperations(catalogue).find(({ id }) => id === "data-points")
  if (!operation) throw new Error("The catalogue has no data points.")
  const path = await answeringPath(operation)
  const page = await openAs("analyst")
  await page.goto(`/kpis/${Object.values(path).join("/")}`)
  await expect(page.locator("svg.recharts-surface path.recharts-curve").first()).toBeVisible()
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
})
