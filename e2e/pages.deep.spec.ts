import { catalogue, listOperations, printPath, type Row, singleOperations } from "@/lib/catalogue"
import { areaPaths } from "@/lib/client"
import { listenForComplaints } from "./page-checks"
import { expect, isAlive, mayRead, type Role, roles, test } from "./people"
import { reportUrl } from "./report-page"
import { answeringPath, askService } from "./service-api"
import { shownCatalogue } from "./shown-catalogue"

interface Opened {
  readonly path: string
  /** The page does not exist, which the browser's console reports too. */
  readonly isMissing?: boolean
}

const nobodys = "00000000-0000-4000-8000-000000000000"

async function departmentPath(): Promise<string> {
  const answer = await askService("/v1.4/departments?type=Store&limit=1")
  const { data } = (await answer.json()) as { data: Row[] }
  return `/organisation/${data[0]?.["id"]}`
}

/** Every page that a role may open, each once. */
async function pagesOf(role: Role): Promise<Opened[]> {
  const reports = listOperations(catalogue).filter(({ domain }) => mayRead(role, domain))
  const records = singleOperations(catalogue).filter(({ domain }) => mayRead(role, domain))
  const points = reports.find(({ record }) => record === "dataPoint")
  const paths = [
    "/",
    ...new Set([...reports, ...records].map(({ area }) => `/${areaPaths[area]}`)),
    "/saved",
    "/organisation/tree",
    "/organisation/table",
    await departmentPath(),
    "/organisation/changes",
    "/downloads",
    "/data",
    "/sessions",
    ...(role === "admin" ? ["/organisation/bulk", "/organisation/import", "/settings"] : []),
    ...(points ? [`/figures/${Object.values(await answeringPath(points)).join("/")}`] : []),
  ]
  for (const report of reports) paths.push(reportUrl(report, await answeringPath(report)))
  for (const record of records) {
    const ids = Object.values(await answeringPath(record)).join("/")
    paths.push(`/data/${record.id}`, `/data/${record.id}/${ids}`)
  }
  return [
    ...paths.map((path) => ({ path })),
    ...["/nowhere", `/organisation/batches/${nobodys}`].map((path) => ({ path, isMissing: true })),
  ]
}

const isOfMissing = (complaint: string) => complaint.includes("status of 404")

for (const role of roles)
  test(`every page of ${role} has one main heading, a unique title and no error in the browser's console`, async ({
    openAs,
  }) => {
    test.slow()
    const page = await openAs(role)
    const complaints = await listenForComplaints(page)
    const titles = new Map<string, string>()
    for (const { path, isMissing = false } of await pagesOf(role))
      await test.step(path, async () => {
        await page.goto(path)
        await expect.soft(page.locator("h1")).toHaveCount(1)
        await expect.soft(page.locator("h1")).toHaveText(/\S/)
        await expect.soft(page, path).toHaveTitle(/\S · Workplace Reporting$/)
        await isAlive(page)
        const title = await page.title()
        expect.soft(titles.get(title), `${path} is called ${title} too`).toBeUndefined()
        titles.set(title, path)
        const told = complaints.splice(0).filter((each) => !(isMissing && isOfMissing(each)))
        expect.soft(told, path).toEqual([])
      })
  })

test("a record's title is its name, and that of a missing record its kind and id", async ({
  openAs,
}) => {
  const page = await openAs("admin")
  for (const operation of singleOperations(shownCatalogue)) {
    const path = await answeringPath(operation)
    await page.goto(`/data/${operation.id}/${Object.values(path).join("/")}`)
    const heading = (await page.getByRole("heading", { level: 1 }).textContent()) ?? ""
    const answer = await askService(printPath(operation, path))
    const { data } = (await answer.json()) as { data: Row }
    const expected = heading === operation.title ? `${data["id"]}`.slice(0, 8) : heading
    await expect(page).toHaveTitle(`${expected} · ${operation.title} · Workplace Reporting`)
  }
  await page.goto(`/data/communication-template/${nobodys}`)
  await expect(page).toHaveTitle(/^00000000 · .+ · Workplace Reporting$/)
})

test("following a link sets the page's title, and the title is never empty on the way", async ({
  openAs,
}) => {
  test.slow()
  const page = await openAs("admin")
  await page.goto("/")
  await page.evaluate(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    const look = () => {
      seen.add(document.title)
      requestAnimationFrame(look)
    }
    look()
  })
  const links = page.getByRole("navigation", { name: "Main navigation" }).getByRole("link")
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""))
  expect(hrefs.length).toBeGreaterThan(10)
  let before = await page.title()
  for (const href of hrefs.slice(1)) {
    await page.locator(`nav a[href="${href}"]`).first().click()
    await page.waitForURL((url) => url.pathname === href)
    await expect(page, href).not.toHaveTitle(before)
    await expect(page, href).toHaveTitle(/\S · Workplace Reporting$/)
    before = await page.title()
  }
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
  expect(seen.filter((title) => !/\S · Workplace Reporting$/.test(title))).toEqual([])
})

test("each tab of the settings has its own title, even if the server's title arrives later", async ({
  openAs,
}) => {
  const page = await openAs("admin")
  await page.goto("/settings")
  const [first, ...others] = await page.getByRole("tab").allTextContents()
  expect(others.length).toBeGreaterThan(2)
  for (const name of others) {
    await page.getByRole("tab", { name }).click()
    await expect(page).toHaveTitle(`${name} · Settings · Workplace Reporting`)
  }
  await page.evaluate(() => {
    const late = document.createElement("title")
    late.textContent = "Late · Workplace Reporting"
    document.head.prepend(late)
  })
  await expect(page).toHaveTitle(`${others.at(-1)} · Settings · Workplace Reporting`)
  await page.getByRole("tab", { name: first ?? "" }).click()
  await expect(page).toHaveTitle("Late · Workplace Reporting")
})
