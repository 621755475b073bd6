import { afterAll, beforeAll, expect, test } from "vitest"
import { comparisons } from "@/lib/catalogue"
import { keepDocuments } from "./testing/keep-documents"
import { openTestStore } from "./testing/open-test-store"
import { listOperation } from "./testing/operations"
import { createWalker } from "./testing/walk"

/**
 * JSON numbers cannot distinguish the limits of a 64-bit column from their neighbours; the database
 * can.
 */
const stored = { smallest: -(2n ** 63n), zero: 0n, largest: 2n ** 63n - 1n, none: null }

let testStore: Awaited<ReturnType<typeof openTestStore>>
beforeAll(async () => {
  testStore = await openTestStore()
  await keepDocuments(testStore.pool, testStore.schema)
  for (const [name, code] of Object.entries(stored))
    await testStore.pool.query(
      `insert into "${testStore.schema}".department (id, name, default_phone_country_code)
       values (gen_random_uuid(), $1, $2)`,
      [name, code === null ? null : `${code}`],
    )
})
afterAll(() => testStore.close())

const all = ["largest", "none", "smallest", "zero"]
const numbers = ["largest", "smallest", "zero"]

test.each([
  [2 ** 63, { eq: [], ne: all, lt: numbers, lte: numbers, gt: [], gte: [] }],
  [1e300, { eq: [], ne: all, lt: numbers, lte: numbers, gt: [], gte: [] }],
  [-1e300, { eq: [], ne: all, lt: [], lte: [], gt: numbers, gte: numbers }],
  [
    -(2 ** 63),
    {
      eq: ["smallest"],
      ne: ["largest", "none", "zero"],
      lt: [],
      lte: ["smallest"],
      gt: ["largest", "zero"],
      gte: numbers,
    },
  ],
])("An integer beyond 64 bits is compared by its exact value: %d.", async (value, expected) => {
  const walker = createWalker(testStore.store, listOperation("departments"))
  const found = comparisons.map(async (operator) => {
    const filters = [{ property: "defaultPhoneCountryCode", operator, value }]
    const { records } = await walker.read({ filters, sort: [] })
    return [operator, records.map(({ name }) => name)]
  })
  expect(Object.fromEntries(await Promise.all(found))).toEqual(expected)
})
