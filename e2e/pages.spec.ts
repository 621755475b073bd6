import { catalogue, findOperation, listOperations, type Operation } from "@/lib/catalogue"
import { areaPaths } from "@/lib/client"
import { findOverflow, findSerious, listenForComplaints } from "./page-checks"
import { expect, isAlive, type Role, test } from "./people"
import { reportUrl } from "./report-page"
import { answeringPath, askService } from "./service-api"

const operationOf = (id: string) => findOperation(catalogue, id) as Operation
const idsOf = async (id: string) => Object.values(await answeringPath(operationOf(id))).join("/")

async function departmentPath(): Promise<string> {
  const answer = await askService("/v1.4/departments?type=Store&limit=1")
  const { data } = (await answer.json()) as { data: { id: string }[] }
  return `/organisation/${data[0]?.id}`
}

async function reportPath(id: string): Promise<string> {
  const operation = listOperations(catalogue).find((each) => each.id === id)
  if (!operation) throw new Error(`There is no list ${id}.`)
  return reportUrl(operation, await answeringPath(operation))
}

const fixed = (path: string) => async () => path

const pages: readonly (readonly [name: string, path: () => Promise<string>, role?: Role])[] = [
  ["Home of an HR manager", fixed("/"), "hr"],
  ["an area", fixed(`/${areaPaths.content}`), "hr"],
  ["the report of departments", () => reportPath("departments")],
  ["the report of stage reviews", () => reportPath("stage-reviews"), "hr"],
  ["a post", async () => `/data/content-post/${await idsOf("content-post")}`, "hr"],
  ["a data set's targets", async () => `/figures/${await idsOf("data-points")}/targets`, "admin"],
  ["the chart of a data set", async () => `/figures/${await idsOf("data-points")}`, "analyst"],
  ["the tree of departments", fixed("/organisation/tree"), "hr"],
  ["a department", departmentPath],
  ["the bulk edit", fixed("/organisation/bulk")],
]

for (const [name, path, role = "admin"] of pages)
  test(`${name} has a heading and a title, no axe findings or console errors, and no sideways scroll`, async ({
    openAs,
  }) => {
    const page = await openAs(role)
    const complaints = await listenForComplaints(page)
    await page.goto(await path())
    await expect(page.locator("h1")).toHaveText(/\S/)
    await expect(page).toHaveTitle(/\S · Workplace Reporting$/)
    await isAlive(page)
    expect(await findSerious(page, "light")).toEqual([])
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => findOverflow(page), { message: `${width} px wide` }).toBe(0)
    }
    expect(complaints).toEqual([])
  })

test("an unknown page responds 404 with a heading", async ({ openAs }) => {
  const page = await openAs("hr")
  expect((await page.goto("/nowhere"))?.status()).toBe(404)
  await expect(page.locator("h1")).toHaveText(/\S/)
})
