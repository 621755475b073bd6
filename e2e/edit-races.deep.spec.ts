import type { Browser, Page } from "@playwright/test"
import type { Row } from "@/lib/catalogue"
import { rounds } from "@/scripts/testing/rounds"
import { changeBar, findOwn, isEdit, openEditor, readDepartment, reviewOf } from "./department-page"
import { expect, signIn, test } from "./people"

type Fields = { readonly [label: string]: string }

/**
 * Two administrators, each with their own browser context and session, with the same department
 * open.
 */
async function openTwice(browser: Browser, id: string): Promise<readonly [Page, Page]> {
  const open = async () => {
    const page = await (await browser.newContext()).newPage()
    await signIn(page, "admin")
    await openEditor(page, id)
    return page
  }
  return [await open(), await open()]
}

/** Fills in values and opens the review. */
async function prepare(page: Page, fields: Fields): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page.getByRole("textbox", { name: label }).fill(value)
  await page.keyboard.press("Control+S")
  await expect(reviewOf(page).getByRole("button", { name: "Save" })).toBeEnabled()
}

/** Sends the reviewed change and returns its outcome. */
async function send(page: Page): Promise<string> {
  const answering = page.waitForResponse((answer) => isEdit(answer.request()))
  await reviewOf(page).getByRole("button", { name: "Save" }).press("Enter")
  return (await (await answering).json()).outcome
}

/** Both pages send at the same time. */
async function race(pages: readonly [Page, Page], fields: readonly [Fields, Fields]) {
  await Promise.all([prepare(pages[0], fields[0]), prepare(pages[1], fields[1])])
  return Promise.all([send(pages[0]), send(pages[1])])
}

/** The second editor is shown both values and chooses the first editor's. */
async function takeTheirs(page: Page, theirs: string): Promise<void> {
  await expect(reviewOf(page).getByRole("alert")).toContainText("Somebody else changed this")
  await reviewOf(page).getByRole("button", { name: "Compare" }).click()
  const conflict = page.getByRole("dialog", { name: "Somebody else has changed" })
  await expect(conflict.getByRole("group", { name: "City" })).toContainText(theirs)
  await conflict.getByRole("radio", { name: "Theirs" }).check()
  await conflict.getByRole("button", { name: "Merge" }).click()
  await expect(conflict).toBeHidden()
  await expect(page.getByRole("textbox", { name: "City" })).toHaveValue(theirs)
}

const withoutThem = ({ city: _c, zipCode: _z, lastModifiedDateTime: _l, ...rest }: Row) => rest

const times = rounds({ test: 3, deep: 15 })

test(`${times} times two browsers change one field at once: one edit is applied, the other is refused`, {
  tag: "@edits",
}, async ({ browser }) => {
  test.setTimeout(120_000 + times * 10_000)
  const own = await findOwn(7)
  const pages = await openTwice(browser, own.id)
  const wins = [0, 0]
  for (let round = 0; round < times; round += 1) {
    const values = [`One ${round}`, `Other ${round}`] as const
    const outcomes = await race(pages, [{ City: values[0] }, { City: values[1] }])
    expect(outcomes.toSorted()).toEqual(["applied", "refused"])
    const winner = outcomes[0] === "applied" ? 0 : 1
    wins[winner] = (wins[winner] ?? 0) + 1
    await expect(changeBar(pages[winner])).toContainText("1 change was saved.")
    expect((await readDepartment(own.id))["city"]).toBe(values[winner])
    await takeTheirs(pages[1 - winner] ?? pages[0], values[winner])
  }
  const after = await readDepartment(own.id)
  expect(withoutThem(after)).toEqual(withoutThem(own))
  process.stdout.write(`The first won ${wins[0]} of ${times} races, the second ${wins[1]}.\n`)
  for (const page of pages) await page.context().close()
})

test(`${times} times two browsers change different fields at once: both edits are applied`, {
  tag: "@edits",
}, async ({ browser }) => {
  test.setTimeout(120_000 + times * 10_000)
  const own = await findOwn(8)
  const pages = await openTwice(browser, own.id)
  for (let round = 0; round < times; round += 1) {
    const [city, zipCode] = [`City ${round}`, `${1000 + round}`]
    const outcomes = await race(pages, [{ City: city }, { "Postal code": zipCode }])
    expect(outcomes).toEqual(["applied", "applied"])
    for (const page of pages) await expect(changeBar(page)).toContainText("1 change was saved.")
    expect(await readDepartment(own.id)).toEqual({
      ...own,
      city,
      zipCode,
      lastModifiedDateTime: expect.any(String),
    })
  }
  for (const page of pages) await page.context().close()
})
