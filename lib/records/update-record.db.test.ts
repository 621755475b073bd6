import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { catalogue, patchOperations } from "@/lib/catalogue"
import { baseUrl, openTestStore } from "./testing/open-test-store"
import type { EditRecord } from "./update-record"

const operation = patchOperations(catalogue).find(({ id }) => id === "update-department")
const now = Date.UTC(2026, 0, 31, 12)

let testStore: Awaited<ReturnType<typeof openTestStore>>
beforeAll(async () => {
  testStore = await openTestStore({ clock: () => now })
})
afterAll(() => testStore.close())

async function load(values: object = {}): Promise<string> {
  const id = randomUUID()
  const times = {
    creationDateTime: "2025-01-01T00:00:00Z",
    lastModifiedDateTime: "2025-01-01T00:00:00Z",
  }
  await testStore.store.loadRecords("department", [
    { values: { id, ...times, name: "A", type: "Store", dataSource: "manual", ...values } },
  ])
  return id
}

async function update(departmentId: string, edit: EditRecord) {
  if (!operation) throw new Error("There is no such operation.")
  const json = await testStore.store.updateRecord(
    operation,
    { departmentId },
    { baseUrl, scope: "all" },
    edit,
  )
  return json === undefined ? undefined : (JSON.parse(json) as Record<string, unknown>)
}

test("an edit writes its values, updates the modification time and returns the operation's fields", async () => {
  const id = await load()
  const values = {
    city: "Århus \\ 'x'\n",
    defaultPhoneCountryCode: 45,
    showInContacts: false,
    managerUserId: id,
    phoneNumber: { countryCode: 45, number: "1" },
    locales: [{ culture: "da-DK", description: null }],
  }
  const record = await update(id, async () => values)
  expect(record).toMatchObject({ id, name: "A", ...values })
  expect(record).toMatchObject({ lastModifiedDateTime: "2026-01-31T12:00:00Z" })
  expect(record).not.toHaveProperty("dataSource")
})

test("an edit gets every field, even those that the operation does not return", async () => {
  const id = await load()
  await update(id, async ({ record }) => {
    expect(record).toMatchObject({ id, url: null, dataSource: "manual", parentId: null })
    return {}
  })
  expect.assertions(1)
})

test("an edit without values does not change the modification time", async () => {
  const record = await update(await load(), async () => ({}))
  expect(record).toMatchObject({ lastModifiedDateTime: "2025-01-01T00:00:00Z" })
})

test("the modification time increases by a millisecond if the clock is behind", async () => {
  const id = await load({ lastModifiedDateTime: "2026-03-01T00:00:00.999999Z" })
  const record = await update(id, async () => ({ name: "B" }))
  expect(record).toMatchObject({ lastModifiedDateTime: "2026-03-01T00:00:01Z" })
})

test("an edit that throws leaves the record unchanged", async () => {
  const id = await load()
  const refused = update(id, async () => {
    throw new Error("no")
  })
  await expect(refused).rejects.toThrow("no")
  expect(await update(id, async () => ({}))).toMatchObject({ name: "A" })
})

test("a record that does not exist gives undefined, and the edit is not called", async () => {
  const refuse = async () => {
    throw new Error("was asked")
  }
  expect(await update(randomUUID(), refuse)).toBeUndefined()
})

test("concurrent edits of one record run one after the other", async () => {
  const id = await load({ defaultPhoneCountryCode: 0 })
  const increase: EditRecord = async ({ record }) => ({
    defaultPhoneCountryCode: Number(record["defaultPhoneCountryCode"]) + 1,
  })
  await Promise.all(Array.from({ length: 20 }, () => update(id, increase)))
  expect(await update(id, async () => ({}))).toMatchObject({ defaultPhoneCountryCode: 20 })
})

test("climbing from a record returns its ancestors up to the root, and stops at a cycle", async () => {
  const root = await load()
  const child = await load({ parentId: root })
  const leaf = await load({ parentId: child })
  const lineOf = async (start: string) => {
    let line: string[] = []
    await update(root, async ({ climb }) => {
      line = await climb("parentId", start)
      return {}
    })
    return line
  }
  expect(await lineOf(leaf)).toEqual([leaf, child, root])
  expect(await lineOf(randomUUID())).toEqual([])
  await update(root, async () => ({ parentId: leaf }))
  expect((await lineOf(leaf)).sort()).toEqual([root, child, leaf].sort())
})
