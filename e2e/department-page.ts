import type { Locator, Page, Request } from "@playwright/test"
import { catalogue, findOperation, patchOperations, type Row } from "@/lib/catalogue"
import { diffDocuments, printPatch } from "@/lib/json-patch"
import { dashboardUrl } from "./environment"
import { expect } from "./people"
import { askService, readAll } from "./service-api"

/** A department as the service lists it. */
export type ListedDepartment = Row & { readonly id: string; readonly name: string }

const isFree = ({ phoneNumber, locales }: Row) =>
  phoneNumber !== null && Array.isArray(locales) && locales.length > 0

/** The departments of a type, in a stable order. */
async function listOf(type: string): Promise<ListedDepartment[]> {
  const list = findOperation(catalogue, "departments")
  const rows = list ? await readAll(list, {}, `type=${type}&sort=-name`) : []
  return rows.map((row) => ({ ...row, id: `${row["id"]}`, name: `${row["name"]}` }))
}

/** The departments of a type that have a phone number and descriptions. */
export const listFree = async (type: string): Promise<ListedDepartment[]> =>
  (await listOf(type)).filter(isFree)

/** A department for one test only; other tests change departments of other types. */
export async function findOwn(place: number): Promise<ListedDepartment> {
  const own = (await listFree("Department"))[place]
  if (!own) throw new Error(`There is no department ${place}.`)
  return own
}

/** A district; no other test changes districts. */
export async function findDistrict(): Promise<ListedDepartment> {
  const [district] = await listOf("District")
  if (!district) throw new Error("There is no district.")
  return district
}

/** A department as the service returns it. */
export async function readDepartment(id: string): Promise<Row> {
  const answer = await askService(`/v1.4/departments?id=${id}`)
  const { data } = (await answer.json()) as { data: Row[] }
  if (!data[0]) throw new Error(`The service has no department ${id}.`)
  return data[0]
}

/** Changes a department while the page is open, as a colleague would. */
export async function changeMeanwhile(page: Page, id: string, fields: Row): Promise<void> {
  const before = await readDepartment(id)
  const operation = patchOperations(catalogue)[0]
  const answer = await page.request.fetch(`/api/${operation?.version}/departments/${id}`, {
    method: "PATCH",
    headers: {
      origin: dashboardUrl(),
      "x-requested-with": "dashboard",
      "content-type": "application/json-patch+json",
    },
    data: printPatch(diffDocuments(before, { ...before, ...fields })),
  })
  expect(answer.status()).toBe(200)
}

/** Whether a request sends an edit of one department. */
export const isEdit = (request: Request): boolean =>
  request.method() === "POST" && request.url().endsWith("/edits")

/** Opens a department's editor and waits until the page has read the department live. */
export async function openEditor(page: Page, id: string): Promise<void> {
  const isLive = (request: Request) => request.headers()["cache-control"] === "no-cache"
  const reading = page.waitForResponse((answer) => isLive(answer.request()))
  await page.goto(`/organisation/${id}`)
  await reading
  await expect(page.getByText(/^Updated/).first()).toBeVisible()
}

/** The bar that shows the number of changes and what was saved. */
export const changeBar = (page: Page): Locator => page.getByRole("region", { name: "Changes" })

/** The dialog that shows a change before it is sent. */
export const reviewOf = (page: Page): Locator =>
  page.getByRole("dialog", { name: "Review the changes" })

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const most = 150
  for (let presses = 0; presses < most; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press("Tab")
  }
  throw new Error(`Tab leads nowhere near ${target}.`)
}
