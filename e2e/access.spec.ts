import type { Locator } from "@playwright/test"
import { catalogue, listOperations, printPath, singleOperations } from "@/lib/catalogue"
import { areaPaths } from "@/lib/client"
import { expect, mayRead, roles, signIn, test } from "./people"
import { pickEntry } from "./pick-entry"
import { reachedUpstream } from "./recorded"
import { reportUrl } from "./report-page"
import { answeringPath } from "./service-api"

const hrefsOf = (links: Locator) =>
  links.evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute("href")))

for (const role of roles)
  test(`${role} can sign in by e-mail and password and sees only the areas and operations of that role`, {
    tag: role === "hr" ? [] : ["@deep"],
  }, async ({ page }) => {
    await signIn(page, role)
    const navigation = page.getByRole("navigation", { name: "Main navigation" })
    const readable = catalogue.operations.filter(({ domain }) => mayRead(role, domain))
    const areas = new Set(readable.map(({ area }) => `/${areaPaths[area]}`))
    const own = role === "admin" ? ["/settings"] : []
    expect(new Set(await hrefsOf(navigation.getByRole("link")))).toEqual(
      new Set(["/", ...areas, "/saved", "/downloads", ...own]),
    )
    await page.goto("/data")
    const operations = page
      .getByRole("main")
      .locator("li a[href^='/reports/'], li a[href^='/data/']")
    const expected = readable
      .filter(({ kind }) => kind !== "patch")
      .map(({ kind, id }) => (kind === "list" ? `/reports/${id}` : `/data/${id}`))
    expect(new Set(await hrefsOf(operations))).toEqual(new Set(expected))
  })

/** Operations that each role may not read: `npm test` checks one, `npm run test:deep` all. */
const refused = roles.flatMap((role) =>
  [...listOperations(catalogue), ...singleOperations(catalogue)]
    .filter(({ domain }) => !mayRead(role, domain))
    .map((operation) => ({ role, operation })),
)

for (const [at, { role, operation }] of refused.entries())
  test(`${role} may not read ${operation.id}: the backend responds 403 and the page names the permission`, {
    tag: at === 0 ? [] : ["@deep"],
  }, async ({ openAs }) => {
    const path = await answeringPath(operation)
    const page = await openAs(role)
    const answer = await page.request.get(`/api${printPath(operation, path)}`)
    expect(answer.status()).toBe(403)
    expect(answer.headers()["content-type"]).toContain("application/problem+json")
    expect(await reachedUpstream(answer.headers()["x-request-id"])).toBe(false)
    await page.goto(
      operation.kind === "list"
        ? reportUrl(operation, path)
        : `/data/${operation.id}/${Object.values(path).join("/")}`,
    )
    await expect(page.getByText(`${operation.domain}:read`)).toBeVisible()
  })

test("without a session, every list responds 401 and a page redirects to the sign-in", async ({
  page,
  request,
}) => {
  for (const operation of listOperations(catalogue)) {
    const path = await answeringPath(operation)
    const answer = await request.get(`/api${printPath(operation, path)}`)
    expect(answer.status()).toBe(401)
    expect(await reachedUpstream(answer.headers()["x-request-id"])).toBe(false)
  }
  await page.goto("/reports/departments?city=Aarhus")
  await expect(page).toHaveURL(/\/signin\?callbackUrl=/)
})

test("signing in returns to the requested page, and signing out ends the session", async ({
  page,
}) => {
  await signIn(page, "hr", "/reports/departments?sort=-city")
  await expect(page).toHaveURL(/\/reports\/departments\?sort=-city/)
  await page
    .getByRole("button", { name: /hr@demo\.test|HR manager|account/i })
    .first()
    .click()
  await pickEntry(page.getByRole("menuitem", { name: "Sign out", exact: true }))
  await expect(page).toHaveURL(/\/signin/)
  await page.goto("/reports/departments")
  await expect(page).toHaveURL(/\/signin/)
})

test("signing out in one tab signs out the other tabs and clears the browser's cache", {
  tag: "@deep",
}, async ({ page }) => {
  await signIn(page, "hr", "/reports/departments")
  const other = await page.context().newPage()
  await other.goto("/reports/departments")
  await expect(other.getByRole("heading", { level: 1 })).toBeVisible()
  const ended = page.waitForResponse((answer) => answer.url().endsWith("/api/auth/end-session"))
  await page
    .getByRole("button", { name: /hr@demo\.test|HR manager|account/i })
    .first()
    .click()
  await pickEntry(page.getByRole("menuitem", { name: "Sign out", exact: true }))
  expect(await (await ended).headerValue("clear-site-data")).toBe('"cache"')
  await expect(page).toHaveURL(/\/signin/)
  await expect(other).toHaveURL(/\/signin/)
  await other.close()
})

test("a wrong password shows an error and keeps the e-mail", async ({ page }) => {
  await page.goto("/")
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByLabel("E-mail").fill("hr@demo.test")
  await page.getByLabel("Password").fill("wrong")
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await expect(page.getByRole("alert")).toBeVisible()
  await expect(page.getByLabel("E-mail")).toHaveValue("hr@demo.test")
})
