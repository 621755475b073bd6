import type { Row } from "@/lib/catalogue"
import {
  changeBar,
  changeMeanwhile,
  findDistrict,
  findOwn,
  isEdit,
  type ListedDepartment,
  listFree,
  openEditor,
  readDepartment,
  reviewOf,
  tabTo,
} from "./department-page"
import { expectAccessible } from "./export-page"
import { enterAs, expect, roles, signIn, test } from "./people"
import { pickEntry } from "./pick-entry"

/** A store whose name no other store's name contains; other tests leave it alone. */
async function findStore(): Promise<ListedDepartment> {
  const stores = await listFree("Store")
  const alone = stores.filter(
    ({ name }) => stores.filter((other) => other.name.includes(name)).length === 1,
  )
  const store = alone.toSorted((one, other) => other.id.localeCompare(one.id))[0]
  if (!store) throw new Error("No store has a name of its own.")
  return store
}

const withoutTime = ({ lastModifiedDateTime: _, ...fields }: Row) => fields

test.describe("an administrator on a department's page", { tag: ["@edits"] }, () => {
  test("changes an address, reviews the diff, sends exactly that and undoes it", async ({
    openAs,
  }) => {
    const page = await openAs("admin")
    const store = await findStore()
    await page.goto(`/organisation/${store.id}`)
    await expect(page.getByText(/^Updated/).first()).toBeVisible()
    await page.getByRole("textbox", { name: "Address, second line" }).fill("Gate 4")
    await expect(changeBar(page)).toContainText("1 change")
    await page.keyboard.press("Control+S")
    await expect(reviewOf(page).getByRole("list", { name: "Changes" })).toContainText("Gate 4")
    await expectAccessible(page)
    const shown = await reviewOf(page).locator("pre").textContent()
    const sent: unknown[] = []
    page.on("request", (request) => {
      if (isEdit(request)) sent.push(request.postDataJSON())
    })
    await reviewOf(page).getByRole("button", { name: "Save" }).dblclick()
    await expect(changeBar(page)).toContainText("1 change was saved.")
    expect(sent).toEqual([JSON.parse(`${shown}`)])
    const after = await readDepartment(store.id)
    expect(withoutTime(after)).toEqual(withoutTime({ ...store, addressLine2: "Gate 4" }))

    await changeBar(page).getByRole("button", { name: "Undo" }).click()
    const undo = page.getByRole("dialog", { name: "Undo the change" })
    await undo.getByRole("button", { name: "Save" }).click()
    await expect(undo).toBeHidden()
    expect(withoutTime(await readDepartment(store.id))).toEqual(withoutTime(store))
  })

  test("finds a store in the tree, edits phone and opening hours, sends the reviewed diff and undoes it, by keyboard only", {
    tag: "@deep",
  }, async ({ openAs }) => {
    const page = await openAs("admin")
    const store = await findStore()
    const [first] = store["locales"] as Row[]
    await page.goto("/organisation/tree")
    await tabTo(page, page.getByRole("treegrid"))
    await page.keyboard.press("Control+F")
    await page.keyboard.type(store.name)
    await expect(page.getByText(/^[12] departments? found/)).toBeVisible()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(page).toHaveURL(`/organisation/${store.id}`)
    await expect(page).toHaveTitle(new RegExp(`^${store.name} · `))
    await expect(page.getByText(/^Updated/).first()).toBeVisible()

    await tabTo(page, page.getByRole("textbox", { name: "Phone" }))
    await page.keyboard.press("ControlOrMeta+A")
    await page.keyboard.type("70 99 00 11")
    await tabTo(page, page.locator("summary", { hasText: "Language and culture" }))
    await page.keyboard.press("Enter")
    await tabTo(page, page.getByRole("textbox", { name: /^Description/ }).first())
    await page.keyboard.press("ControlOrMeta+A")
    await page.keyboard.type("Open 9 to 17")
    await expect(changeBar(page)).toContainText("2 changes")

    await page.keyboard.press("Control+S")
    const changes = reviewOf(page).getByRole("list", { name: "Changes" })
    await expect(changes).toContainText("70990011")
    await expect(changes).toContainText("Open 9 to 17")
    await expectAccessible(page)
    const shown = await reviewOf(page).locator("pre").textContent()
    const sending = page.waitForRequest(isEdit)
    await tabTo(page, reviewOf(page).getByRole("button", { name: "Save" }))
    await page.keyboard.press("Enter")
    expect((await sending).postDataJSON()).toEqual(JSON.parse(`${shown}`))

    await expect(changeBar(page)).toContainText("2 changes were saved.")
    const after = await readDepartment(store.id)
    expect(withoutTime(after)).toEqual(
      withoutTime({
        ...store,
        phoneNumber: { ...(store["phoneNumber"] as Row), number: "70990011" },
        locales: (store["locales"] as Row[]).with(0, { ...first, description: "Open 9 to 17" }),
      }),
    )

    await tabTo(page, changeBar(page).getByRole("button", { name: "Undo" }))
    await page.keyboard.press("Enter")
    const undo = page.getByRole("dialog", { name: "Undo the change" })
    await tabTo(page, undo.getByRole("button", { name: "Save" }))
    await page.keyboard.press("Enter")
    await expect(undo).toBeHidden()
    expect(withoutTime(await readDepartment(store.id))).toEqual(withoutTime(store))
  })

  test("selects a manager with Enter and opens the review with Ctrl+S while the list is still closing", {
    tag: "@deep",
  }, async ({ openAs }) => {
    const page = await openAs("admin")
    const { id } = await findOwn(4)
    await openEditor(page, id)
    // Animations run at 1/40 speed, so that the list is still fading out at the next key.
    await page.emulateMedia({ reducedMotion: "no-preference" })
    const session = await page.context().newCDPSession(page)
    await session.send("Animation.enable")
    await session.send("Animation.setPlaybackRate", { playbackRate: 1 / 40 })
    await tabTo(page, page.getByRole("button", { name: /^Manager:/ }))
    await page.keyboard.press("Enter")
    const list = page.getByRole("dialog", { name: "Manager" })
    await expect(list.locator("input:focus")).toBeVisible()
    await page.keyboard.type("12345678-1234-4123-8123-123456789012")
    await expect(list.getByRole("option")).toHaveCount(1)
    await page.keyboard.press("Enter")
    await page.keyboard.press("Control+S")
    await expect(reviewOf(page).getByRole("list", { name: "Changes" })).toContainText("Manager")
  })

  test("resolves a conflict by keyboard and loses nothing that was typed", async ({ openAs }) => {
    const page = await openAs("admin")
    const { id } = await findOwn(1)
    await openEditor(page, id)
    await page.getByRole("textbox", { name: "City" }).fill("Mine")
    await page.getByRole("textbox", { name: "Postal code" }).fill("1111")
    await changeMeanwhile(page, id, { city: "Theirs", addressLine2: "Unit 9" })

    await page.keyboard.press("Control+S")
    const review = reviewOf(page)
    await tabTo(page, review.getByRole("button", { name: "Save" }))
    await page.keyboard.press("Enter")
    await expect(review.getByRole("alert")).toContainText("Somebody else changed this meanwhile")
    await expect(review.getByRole("button", { name: "Compare" })).toBeFocused()
    await page.keyboard.press("Enter")

    const conflict = page.getByRole("dialog", { name: "Somebody else has changed" })
    await expect(conflict.getByRole("group", { name: "City" })).toContainText("Theirs")
    await expect(conflict.getByRole("region", { name: /by the other person/ })).toContainText(
      "Unit 9",
    )
    await expect(conflict.getByRole("button", { name: "Merge" })).toBeDisabled()
    await expectAccessible(page)
    await expect(conflict.getByRole("radio", { name: "Theirs" })).toBeFocused()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await expect(conflict.getByRole("radio", { name: "Another value" })).toBeChecked()
    await tabTo(page, conflict.getByRole("textbox", { name: "City" }))
    await page.keyboard.press("ControlOrMeta+A")
    await page.keyboard.type("Both")
    await tabTo(page, conflict.getByRole("button", { name: "Merge" }))
    await page.keyboard.press("Enter")

    await tabTo(page, review.getByRole("button", { name: "Save" }))
    await page.keyboard.press("Enter")
    await expect(changeBar(page)).toContainText("saved")
    expect(await readDepartment(id)).toMatchObject({
      city: "Both",
      zipCode: "1111",
      addressLine2: "Unit 9",
    })
  })

  test("undoing a field that someone else has changed since shows both values and overwrites nothing", async ({
    openAs,
  }) => {
    const page = await openAs("admin")
    const { id, city } = await findOwn(9)
    await openEditor(page, id)
    await page.getByRole("textbox", { name: "City" }).fill("Mine")
    await page.keyboard.press("Control+S")
    await reviewOf(page).getByRole("button", { name: "Save" }).click()
    await expect(changeBar(page)).toContainText("saved")
    await changeMeanwhile(page, id, { city: "Theirs" })

    await changeBar(page).getByRole("button", { name: "Undo" }).click()
    const undo = page.getByRole("dialog", { name: "Undo the change" })
    await undo.getByRole("button", { name: "Save" }).click()
    await undo.getByRole("button", { name: "Compare" }).click()
    const both = page.getByRole("dialog", { name: "Somebody else has changed" }).getByRole("group")
    await expect(both).toContainText("Theirs")
    await expect(both).toContainText(`${city ?? "not set"}`)
    expect(await readDepartment(id)).toMatchObject({ city: "Theirs" })
  })

  test("undoing a change keeps what someone else changed in other fields", {
    tag: "@deep",
  }, async ({ openAs }) => {
    const page = await openAs("admin")
    const { id, city } = await findOwn(0)
    await openEditor(page, id)
    await changeMeanwhile(page, id, { addressLine2: "Unit 9" })
    await page.getByRole("textbox", { name: "City" }).fill("Mine")
    await page.keyboard.press("Control+S")
    await reviewOf(page).getByRole("button", { name: "Save" }).click()
    await expect(changeBar(page)).toContainText("1 change was saved.")
    expect(await readDepartment(id)).toMatchObject({ city: "Mine", addressLine2: "Unit 9" })
    await changeMeanwhile(page, id, { addressLine: "Street 9" })

    await changeBar(page).getByRole("button", { name: "Undo" }).click()
    const undo = page.getByRole("dialog", { name: "Undo the change" })
    await expect(undo.getByRole("listitem")).toHaveCount(1)
    await undo.getByRole("button", { name: "Save" }).click()
    await expect(undo).toBeHidden()
    expect(await readDepartment(id)).toMatchObject({
      city,
      addressLine: "Street 9",
      addressLine2: "Unit 9",
    })
    const log = await (await page.request.get(`/api/activity?record=${id}`)).json()
    const [taken, , made] = log.entries
    expect(taken.undoes).toBe(made.id)
  })

  test("a draft with a conflict is restored to the form, and survives closing the conflict dialog", {
    tag: "@deep",
  }, async ({ openAs }) => {
    const page = await openAs("admin")
    const { id } = await findDistrict()
    await openEditor(page, id)
    const city = page.getByRole("textbox", { name: "City" })
    await city.fill("Draft")
    await expect(changeBar(page)).toContainText("1 change")
    await changeMeanwhile(page, id, { city: "Theirs" })

    const conflict = page.getByRole("dialog", { name: "Somebody else has changed" })
    for (let reload = 1; reload <= 2; reload += 1) {
      page.once("dialog", (example) => example.accept())
      await page.reload()
      await expect(page.getByText(/^Updated/).first()).toBeVisible()
      const draft = page.getByRole("region", { name: "Draft" })
      await draft.getByRole("button", { name: "Continue" }).click()
      await expect(conflict.getByRole("group", { name: "City" })).toContainText("Draft")
      await expect(conflict.getByRole("group", { name: "City" })).toContainText("Theirs")
      await page.keyboard.press("Escape")
      await expect(city).toHaveValue("Draft")
      await expect(page.getByText("Somebody has changed the same fields meanwhile.")).toBeVisible()
    }
  })

  test("a person who is signed out while editing signs in beside the page and continues where they were", async ({
    openAs,
  }) => {
    const page = await openAs("admin")
    const { id } = await findOwn(10)
    await openEditor(page, id)
    await page.context().clearCookies()
    await page.getByRole("textbox", { name: "City" }).fill("Beside")
    await page.keyboard.press("Control+S")
    const review = reviewOf(page)
    await review.getByRole("button", { name: "Save" }).click()
    await expect(review.getByRole("alert")).toContainText(
      "You are signed out. Your change is kept.",
    )
    await expectAccessible(page)
    const opening = page.waitForEvent("popup")
    await review.getByRole("link", { name: "Sign in" }).click()
    const beside = await opening
    await enterAs(beside, "admin")
    await expect(beside.getByRole("heading", { name: "You are signed in" })).toBeVisible()
    await expectAccessible(beside)
    await expect(review.getByRole("button", { name: "Save" })).toBeEnabled()
    await beside.close()
    await review.getByRole("button", { name: "Save" }).click()
    await expect(changeBar(page)).toContainText("1 change was saved.")
    expect(await readDepartment(id)).toMatchObject({ city: "Beside" })
  })

  test("a change is not sent as another person who has signed in meanwhile, and they do not see the draft", {
    tag: "@deep",
  }, async ({ openAs }) => {
    const page = await openAs("admin")
    const { id, city } = await findOwn(3)
    await openEditor(page, id)
    await page.getByRole("textbox", { name: "City" }).fill("Mine")
    await page.keyboard.press("Control+S")
    const review = reviewOf(page)
    await expect(review.getByRole("button", { name: "Save" })).toBeEnabled()
    await page.context().clearCookies()
    const beside = await page.context().newPage()
    await signIn(beside, "hr", `/organisation/${id}`)
    await beside.close()
    await review.getByRole("button", { name: "Save" }).click()
    await expect(review.getByRole("alert")).toContainText("Somebody else has signed in")
    expect(await readDepartment(id)).toMatchObject({ city })
    await review.getByRole("button", { name: "Reload the page" }).click()
    await expect(page.getByRole("main").getByRole("region", { name: "Address" })).toBeVisible()
    await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0)
    await expect(page.getByRole("region", { name: "Draft" })).toHaveCount(0)
  })

  test("a person who is signed out when saving and leaves the page finds the draft again", {
    tag: "@deep",
  }, async ({ openAs }) => {
    const page = await openAs("admin")
    const { id } = await findOwn(2)
    await openEditor(page, id)
    await page.getByRole("textbox", { name: "City" }).fill("Kept")
    await page.keyboard.press("Control+S")
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await reviewOf(page).getByRole("button", { name: "Save" }).click()
    await expect(reviewOf(page).getByRole("alert")).toContainText("You are signed out.")
    page.once("dialog", (example) => example.accept())
    await page.reload()
    await expect(page).toHaveURL(/\/signin/)
    await page.context().addCookies(cookies)
    await page.goto(`/organisation/${id}`)
    const draft = page.getByRole("region", { name: "Draft" })
    await draft.getByRole("button", { name: "Continue" }).click()
    await expect(page.getByRole("textbox", { name: "City" })).toHaveValue("Kept")
  })

  test("signing out warns that drafts are deleted, and deletes them", { tag: "@deep" }, async ({
    browser,
  }) => {
    const page = await browser.newPage()
    const { id } = await findOwn(2)
    await signIn(page, "admin")
    await openEditor(page, id)
    await page.getByRole("textbox", { name: "City" }).fill("Gone")
    const drafts = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("draft ")))
    await expect.poll(drafts).toHaveLength(1)
    await page.getByRole("button", { name: /admin@demo\.test|Administrator|account/i }).click()
    await pickEntry(page.getByRole("menuitem", { name: "Sign out", exact: true }))
    const example = page.getByRole("dialog", { name: "Leave without saving?" })
    await expect(example).toContainText("Signing out removes them from this browser.")
    await example.getByRole("button", { name: "Leave" }).click()
    await expect(page).toHaveURL(/\/signin/)
    expect(await drafts()).toEqual([])
    await page.close()
  })

  test("must confirm before leaving, and restores the draft after a reload", async ({ openAs }) => {
    const page = await openAs("admin")
    const { id } = await findOwn(2)
    await page.goto("/organisation/tree")
    await openEditor(page, id)
    await page.getByRole("textbox", { name: "City" }).fill("Draft")
    await expect(changeBar(page)).toContainText("1 change")

    const leave = page.getByRole("dialog", { name: "Leave without saving?" })
    await page.getByRole("link", { name: "Downloads" }).first().click()
    await leave.getByRole("button", { name: "Stay here" }).click()
    await page.goBack()
    await leave.getByRole("button", { name: "Stay here" }).click()
    await expect(page.getByRole("textbox", { name: "City" })).toHaveValue("Draft")

    page.once("dialog", (example) => example.accept())
    await page.reload()
    await page
      .getByRole("region", { name: "Draft" })
      .getByRole("button", { name: "Continue" })
      .click()
    await expect(page.getByRole("textbox", { name: "City" })).toHaveValue("Draft")
    await changeBar(page).getByRole("button", { name: "Undo all" }).click()
    page.once("dialog", (example) => example.accept())
    await page.reload()
    await expect(page.getByText(/^Updated/).first()).toBeVisible()
    await expect(page.getByRole("region", { name: "Draft" })).toBeHidden()
  })

  test("sees an error for an invalid value, and cannot choose a parent that would form a cycle", async ({
    openAs,
  }) => {
    const page = await openAs("admin")
    const { id, name } = await findOwn(3)
    await openEditor(page, id)
    await page.getByRole("textbox", { name: "E-mail" }).fill("nobody")
    await page.keyboard.press("Control+S")
    await expect(page.getByText("This is not an e-mail address.")).toBeVisible()
    await expect(page.getByRole("textbox", { name: "E-mail" })).toBeFocused()
    await page.getByRole("combobox", { name: "Parent" }).click()
    await page.getByPlaceholder("Name, path or external id").fill("The department itself")
    await expect(page.getByRole("option", { name })).toBeDisabled()
  })
})

for (const role of roles.filter((each) => each !== "admin"))
  test(`${role} reads a department without edit controls`, {
    tag: role === "hr" ? [] : ["@deep"],
  }, async ({ openAs }) => {
    const page = await openAs(role)
    const { id, name } = await findOwn(4)
    await page.goto(`/organisation/${id}`)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name}`)
    const main = page.getByRole("main")
    await expect(main.getByRole("region", { name: "Address and phone" })).toBeVisible()
    for (const control of ["textbox", "combobox", "radio"] as const)
      await expect(main.getByRole(control)).toHaveCount(0)
    await expectAccessible(page)
  })
