import fc from "fast-check"
import { expect, test } from "vitest"
import { catalogue, columnsOf, fieldsOf, listOperations } from "@/lib/catalogue"
import { needsWidePaper, paperWidths, printSlices } from "./printed-table"
import { arrangeForTest } from "./testing/arrange-for-test"

const gridOf = (operation: ReturnType<typeof listOperations>[number], widths = {}) =>
  arrangeForTest(columnsOf(operation, fieldsOf(catalogue, operation)), { widths })
const width = (columns: readonly { width: number }[]) =>
  columns.reduce((sum, column) => sum + column.width, 0)

test.each(listOperations(catalogue).map((operation) => [operation.id, operation] as const))(
  "the columns of %s print once, in order, in bands that fit and repeat the first column",
  (_, operation) => {
    const names = gridOf(operation).map(({ column }) => column.name)
    const widths = fc.dictionary(fc.constantFrom(...names), fc.integer({ min: 48, max: 1200 }))
    fc.assert(
      fc.property(widths, (sized) => {
        const columns = gridOf(operation, sized)
        const slices = printSlices(columns)
        const [lead] = columns
        expect(slices.map(([first]) => first)).toEqual(slices.map(() => lead))
        expect([lead, ...slices.flatMap((slice) => slice.slice(1))]).toEqual(columns)
        for (const slice of slices.filter(({ length }) => length > 2))
          expect(width(slice)).toBeLessThanOrEqual(paperWidths.wide)
      }),
      { numRuns: 20 },
    )
  },
)

test("a few narrow columns print in portrait in one table", () => {
  const columns = arrangeForTest(columnsOf(...departments()), { columns: ["name", "type", "city"] })
  expect(needsWidePaper(columns)).toBe(false)
  expect(printSlices(columns)).toEqual([columns])
  const all = columnsOf(...departments())
  const names = all.map(({ name }) => name)
  expect(needsWidePaper(arrangeForTest(all, { columns: names }))).toBe(true)
})

function departments() {
  const operation = listOperations(catalogue).find(({ id }) => id === "departments")
  if (!operation) throw new Error("The catalogue has no departments.")
  return [operation, fieldsOf(catalogue, operation)] as const
}
