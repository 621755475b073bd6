import { IntlProvider } from "use-intl"
import { describe, expect, it } from "vitest"
import { messages } from "@/lib/client/messages/en"
import { runHook } from "../ui/testing/run-hook"
import { useCellFormat } from "./cell-format"
import { useFind } from "./find-rows"
import { gridRowsOf } from "./grid-rows"
import { useGridTarget } from "./grid-target"
import { arrangeForTest } from "./testing/arrange-for-test"

const columns = arrangeForTest(
  [{ name: "name", names: ["name"], field: { type: "string" }, sortable: false }],
  {},
)
const rows = gridRowsOf(
  ["Aarhus", "Odense", "Aalborg", "Vejle", "Aabenraa"].map((name) => ({ name })),
)

const run = () =>
  runHook(
    (query: "all" | "filtered") => {
      const format = useCellFormat(() => undefined)
      const table = useGridTarget(query)
      return { place: table, find: useFind({ rows, columns, format, target: table }) }
    },
    "all",
    (hook) => (
      <IntlProvider locale="en" messages={messages} timeZone="UTC">
        {hook}
      </IntlProvider>
    ),
  )

async function findAa() {
  const hook = await run()
  await hook.act(({ find }) => {
    find.open()
    find.setText("aa")
  })
  expect(hook.now().find.found).toBe(3)
  return hook
}

describe("the target of a table", () => {
  it("is the next search hit and wraps around at the end", async () => {
    const { act, now } = await findAa()
    const rowsSeen: (number | undefined)[] = []
    for (const step of ["next", "next", "next", "next", "previous"] as const) {
      await act(({ find }) => find[step]())
      rowsSeen.push(now().place.target?.row)
    }
    expect(rowsSeen).toEqual([0, 2, 4, 0, 4])
  })

  it("is the latest request, from search or from code", async () => {
    const { act, now } = await findAa()
    await act(({ find }) => find.next())
    await act(({ place: table }) => table.goTo({ row: 1 }))
    expect(now().place.target).toEqual({ row: 1 })
    await act(({ find }) => find.next())
    expect(now().place.target).toEqual({ row: 2, column: 0 })
  })

  it("is a new object if the same target is requested again", async () => {
    const { act, now } = await run()
    const target = { row: 1 }
    await act(({ place: table }) => table.goTo(target))
    const before = now().place.target
    await act(({ place: table }) => table.goTo(target))
    expect(now().place.target).not.toBe(before)
  })

  it("is cleared when the query changes, and stays cleared when that query returns", async () => {
    const { act, now, show } = await run()
    await act(({ place: table }) => table.goTo({ row: 1 }))
    await show("filtered")
    expect(now().place.target).toBeUndefined()
    await show("all")
    expect(now().place.target).toBeUndefined()
  })
})
