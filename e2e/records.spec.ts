import {
  catalogue,
  findOperation,
  listOperations,
  type Operation,
  type PathParameters,
  printPath,
  type Row,
  singleOperations,
} from "@/lib/catalogue"
import { expect, mayRead, type Role, roles, test } from "./people"
import { reportUrl } from "./report-page"
import { answeringPath, askService, candidatePaths, gatedPath, readAll } from "./service-api"

const operationOf = (id: string) => findOperation(catalogue, id) as Operation
const recordUrl = (operation: Operation, path: PathParameters) =>
  `/data/${operation.id}/${Object.values(path).join("/")}`

/** A record of the demo data that matches, with its path. */
async function findRecord(operation: Operation, fits: (record: Row) => boolean) {
  for (const path of await candidatePaths(operation)) {
    const answer = await askService(printPath(operation, path))
    const { data } = (await answer.json()) as { data: Row }
    if (answer.ok && fits(data)) return { path, record: data }
  }
  throw new Error(`The demo data has no such record for ${operation.id}.`)
}

interface Locale {
  readonly title: string | null
  readonly bodyText: string | null
}
const post = operationOf("content-post")
const localesOf = (record: Row) => (record["locales"] ?? []) as readonly Locale[]

/**
 * `npm test` opens each kind of record once; `npm run test:deep` opens it for the other roles too.
 */
const tagFor = (role: Role, { domain }: Operation) =>
  roles.find((each) => mayRead(each, domain)) === role ? [] : ["@deep"]

for (const role of roles)
  for (const operation of singleOperations(catalogue).filter(({ domain }) => mayRead(role, domain)))
    test(`${role} opens a ${operation.title.toLowerCase()} by its id`, {
      tag: tagFor(role, operation),
    }, async ({ openAs }) => {
      const path = await answeringPath(operation)
      const answer = await askService(printPath(operation, path))
      const { data } = (await answer.json()) as { data: { id: string } }
      const page = await openAs(role)
      await page.goto(recordUrl(operation, path))
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
      await expect(page.getByText(data.id.slice(0, 8)).first()).toBeAttached()
    })

test("API addresses are collapsed under Technical details", { tag: "@deep" }, async ({
  openAs,
}) => {
  const { path } = await findRecord(post, (record) => record["url"] !== null)
  const page = await openAs("hr")
  await page.goto(recordUrl(post, path))
  const address = page.getByText("Address in the API")
  await expect(page.getByText("Technical details")).toBeVisible()
  await expect(address).toBeHidden()
  // By key: content that loads above can move it under the mouse.
  await page.getByText("Technical details").press("Enter")
  await expect(address).toBeVisible()
})

test("the page of a record that does not exist says so", async ({ openAs }) => {
  const page = await openAs("hr")
  await page.goto("/data/communication-template/00000000-0000-4000-8000-000000000000")
  await expect(page.getByRole("main")).toContainText(/no such|not found|does not exist/i)
})

// rules: Feature gates 2
for (const operation of listOperations(catalogue).filter(({ gates }) => gates))
  test(`${operation.id} says that a feature is switched off`, { tag: "@deep" }, async ({
    openAs,
  }) => {
    const path = await gatedPath(operation)
    expect(path).toBeDefined()
    const page = await openAs("admin")
    await page.goto(reportUrl(operation, path ?? {}))
    await expect(page.getByRole("main")).toContainText(/switched off/i)
  })

test("a post's languages are side by side in a wide window, and in tabs in a narrow one", {
  tag: "@deep",
}, async ({ openAs }) => {
  const { path, record } = await findRecord(post, (data) => localesOf(data).length === 3)
  const page = await openAs("hr")
  await page.goto(recordUrl(post, path))
  const text = page.getByRole("region", { name: "Text", exact: true })
  const titles = localesOf(record).map(({ title }) => `${title}`)
  for (const title of titles)
    await expect(text.getByRole("heading", { name: title, exact: true })).toBeVisible()
  await expect(text.getByRole("tab")).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 800 })
  for (const tab of await text.getByRole("tab").all()) {
    await tab.click()
    await expect(text.locator("h4:visible")).toHaveCount(1)
  }
  await expect(text.locator("h4:visible")).toHaveText(titles.at(-1) ?? "")
})

test("a language without text or title says so", { tag: "@deep" }, async ({ openAs }) => {
  const lacksText = ({ title, bodyText }: Locale) => title !== null && bodyText === null
  const lacksTitle = ({ title, bodyText }: Locale) => title === null && bodyText !== null
  const { path } = await findRecord(
    post,
    (data) => localesOf(data).some(lacksText) && localesOf(data).some(lacksTitle),
  )
  const page = await openAs("hr")
  await page.goto(recordUrl(post, path))
  await expect(page.getByText("This language has no text.")).toBeVisible()
  await expect(page.getByText("This language has no title.")).toBeVisible()
})

test("a post's page counts who has seen and who has read it, and links to its readers", async ({
  openAs,
}) => {
  const views = operationOf("content-views")
  const path = await answeringPath(views)
  const rows = await readAll(views, path)
  const [seen, swiped] = ["dateViewed", "dateSwiped"].map(
    (time) => rows.filter((row) => row[time] !== null).length,
  )
  expect(rows.length).toBeLessThan(200)
  const page = await openAs("hr")
  await page.goto(recordUrl(post, path))
  const card = page.getByRole("region", { name: "Readers" }).first()
  await expect(card).toContainText(`${seen} seen, ${swiped} read`)
  await expect(card.locator("tbody tr")).toHaveCount(Math.min(8, rows.length))
  await card.getByRole("link", { name: "All readers" }).click()
  await expect(page).toHaveURL(reportUrl(views, path))
  await expect(page.getByRole("grid")).toBeVisible()
})

test("the reactions to a known comment are counted by type", async ({ openAs }) => {
  const reactions = operationOf("comment-reactions")
  const path = await answeringPath(reactions)
  const rows = await readAll(reactions, path)
  const likes = rows.filter(({ type }) => type === "Like").length
  expect(likes).toBeGreaterThan(0)
  const { moduleId = "", contentId = "", commentId } = path
  const page = await openAs("hr")
  await page.goto(recordUrl(post, { moduleId, contentId }))
  const card = page.getByRole("region", { name: "Reactions" })
  const row = card.getByRole("listitem").filter({ has: page.locator(`a[href*="${commentId}"]`) })
  await row.getByRole("button", { name: /^Count the reactions to / }).click()
  await expect(row.first()).toContainText(`${rows.length} reactions in all`)
  await expect(row.first()).toContainText(`Like ${likes}`)
})

test("an e-mail shows its placeholders, and says that its pictures are not loaded", async ({
  openAs,
}) => {
  const template = operationOf("communication-template")
  const { path } = await findRecord(template, (data) => JSON.stringify(data).includes("<img "))
  const page = await openAs("hr")
  await page.goto(recordUrl(template, path))
  await expect(page.getByText(/1 picture is not loaded/).first()).toBeVisible()
  const email = page.frameLocator("iframe").first()
  await expect(email.getByText("Picture not loaded")).toBeVisible()
  await expect(email.locator("mark", { hasText: "#firstName#" })).toBeVisible()
  await expect(page.getByText("#firstName#").first()).toBeVisible()
})

test("any record is opened by pasting its address at /data, which lists it as recently opened", {
  tag: "@deep",
}, async ({ openAs }) => {
  const { path, record } = await findRecord(post, (data) => localesOf(data).length > 0)
  const page = await openAs("hr")
  await page.goto("/data")
  const form = page.getByRole("region", { name: "Paste an id" })
  await form.getByRole("button", { name: "Open" }).click()
  await expect(form.getByText("This is not an id.", { exact: false })).toHaveCount(2)
  await form.getByRole("textbox").first().focus()
  await page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData("text", text)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      )
    },
    `https://platform.example/v1${printPath(post, path).replace("/v1", "")}`,
  )
  await form.getByRole("button", { name: "Open" }).click()
  await expect(page).toHaveURL(recordUrl(post, path))
  await expect(page.getByText(`${record["id"]}`).first()).toBeAttached()
  const link = `a[href="${recordUrl(post, path)}"]`
  await expect(async () => {
    await page.goto("/data")
    await expect(page.getByRole("region", { name: "Recently opened" }).locator(link)).toBeVisible({
      timeout: 20_000,
    })
  }).toPass()
  await page.goto("/data/content-post")
  await expect(page.getByRole("region", { name: "Recently opened" }).locator(link)).toBeVisible()
})
