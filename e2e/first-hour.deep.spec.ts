import { readWorkspace, recorderUrl, workspaceFile } from "./environment"
import { expect, signIn, test } from "./people"
import { type OwnDashboard, startOwnDashboard } from "./start-own-dashboard"

/** A dashboard with an empty database and the platform's rate limit. */
let own: OwnDashboard
test.beforeAll(async () => {
  own = await startOwnDashboard(recorderUrl(), {
    REPORTING_RATE_LIMIT: "100",
    COPY_BUDGET: "95",
    WORKSPACE_FILE: workspaceFile(),
  })
})
test.afterAll(() => own?.stop())

/** Records how long the first people wait; the list of tests prints it. */
const note = (since: number, what: string) =>
  test.info().annotations.push({
    type: "first hour",
    description: `${what}: ${((Date.now() - since) / 1000).toFixed(1)} s after signing in`,
  })

test("from an empty database, figures and names appear without a click", async ({ browser }) => {
  test.setTimeout(300_000)
  const page = await browser.newPage()
  const dataSets = readWorkspace().entries.filter(({ kind }) => kind === "dataSet")
  const [dataSet] = dataSets
  if (!dataSet) throw new Error("The workspace names no data set.")
  await signIn(page, "admin", `${own.url}/`)
  const since = Date.now()
  await expect(
    page
      .getByRole("main")
      .getByTitle(/^Open [\d,]+ rows?$/)
      .first(),
  ).toBeVisible({
    timeout: 180_000,
  })
  note(since, "Home with figures")
  await page.goto(`${own.url}/figures/${dataSet.id}?bucket=day&range=last-90-days`)
  await expect(page.getByRole("application")).toBeVisible({ timeout: 180_000 })
  await expect(page.getByText(/not yet copied|waits for the copy/i)).toHaveCount(0)
  note(since, "chart of 90 days")
  const answers = async (list: string) => {
    const answer = await page.request.get(`${own.url}/api/answers/${list}?limit=1`)
    return answer.status()
  }
  for (const list of ["departments", "content-posts", "calendars", "highscores"])
    await expect.poll(() => answers(list), { timeout: 180_000 }).toBe(200)
  note(since, "names of departments, posts, calendars and highscores")
  for (const { id } of dataSets)
    await expect
      .poll(
        async () => {
          const query = "bucket=week&range=last-90-days"
          const answer = await page.request.get(`${own.url}/api/kpis/${id}/series?${query}`)
          return answer.ok() && !(await answer.text()).includes('"states":"u')
        },
        { timeout: 180_000 },
      )
      .toBe(true)
  note(since, "90 days of every data set")
  await page.context().close()
})

test("if the workspace names no event, the lists and tiles of events say so instead of waiting", async ({
  browser,
}) => {
  const unnamed = await startOwnDashboard(recorderUrl(), { COPY_BUDGET: "100000" })
  try {
    const page = await browser.newPage()
    await signIn(page, "admin", `${unnamed.url}/reports/all-calendar-events`)
    await expect(page.getByText("Nothing is named yet")).toBeVisible()
    await page.goto(`${unnamed.url}/events`)
    const tile = page.getByRole("region", { name: "Next events" })
    await expect(tile).toContainText("None of these have names yet.")
    await page.context().close()
  } finally {
    await unnamed.stop()
  }
})
