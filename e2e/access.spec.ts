import { catalogue, listOperations, printPath, singleOperations, wholeLists } from "@/lib/catalogue"
import { expect, mayRead, roles, signIn, test } from "./people"
import { pickEntry } from "./pick-entry"
import { reachedUpstream } from "./recorded"
import { reportUrl } from "./report-page"
import { answeringPath } from "./service-api"

/** Every list of the platform, and the whole lists of what lies in modules, forms and calendars. */
const inNavigation = [
  ...listOperations(catalogue),
  ...wholeLists(catalogue).filter(
    ({ within = {}, record }) => Object.keys(within).length > 0 && record !== "dataPoint",
  ),
]

for (const role of roles)
  test(`${role} signs in by e-mail and password and sees the reports of the role, no others`, async ({
    page,
  }) => {
    await signIn(page, role)
    const navigation = page.getByRole("navigation").first()
    await expect(navigation).toBeVisible()
    const links = await page
      .locator("nav a[href^='/reports/']")
      .evaluateAll((anchors) =>
        anchors.map((anchor) => new URL((anchor as HTMLAnchorElement).href).pathname.split("/")[2]),
      )
    const expected = inNavigation.filter(({ domain }) => mayRead(role, domain))
    expect(new Set(links)).toEqual(new Set(expected.map(({ id }) => id)))
  })

/** What a role may not read: the first operation of each domain in `npm test`, the others in `npm run soak`. */
const refused = roles.flatMap((role) =>
  [...listOperations(catalogue), ...singleOperations(catalogue)]
    .filter(({ domain }) => !mayRead(role, domain))
    .map((operation, index, all) => {
      const isFirst = all.findIndex(({ domain }) => domain === operation.domain) === index
      return { role, operation, tag: isFirst ? [] : ["@whole"] }
    }),
)

for (const { role, operation, tag } of refused)
  test(`${role} may not read ${operation.id}: 403 from the backend, words on the page`, {
    tag,
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
        : `/records/${operation.id}/${Object.values(path).join("/")}`,
    )
    await expect(page.getByText(`${operation.domain}:read`)).toBeVisible()
  })

test("nobody reads anything without signing in", async ({ page, request }) => {
  for (const operation of listOperations(catalogue)) {
    const path = await answeringPath(operation)
    const answer = await request.get(`/api${printPath(operation, path)}`)
    expect(answer.status()).toBe(401)
    expect(await reachedUpstream(answer.headers()["x-request-id"])).toBe(false)
  }
  await page.goto("/reports/departments?city=Aarhus")
  await expect(page).toHaveURL(/\/signin\?callbackUrl=/)
})

test("signing in leads back to the page that was asked for, and signing out ends it", async ({
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

test("a wrong password is refused in words, and the e-mail stays", async ({ page }) => {
  await page.goto("/")
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByLabel("E-mail").fill("hr@demo.test")
  await page.getByLabel("Password").fill("wrong")
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await expect(page.getByRole("alert")).toBeVisible()
  await expect(page.getByLabel("E-mail")).toHaveValue("hr@demo.test")
})
