import { describe, expect, it } from "vitest"
import type { Row } from "@/lib/catalogue"
import { type GridRows, gridRowsOf } from "../data-table"
import { runHook } from "../ui/testing/run-hook"
import { useOpenRow } from "./use-open-row"

const byId = (...ids: string[]): Row[] => ids.map((id) => ({ id, name: `Store ${id}` }))

const query = "/api/departments?sort=name"
const open = async (rows: readonly Row[], index: number) => {
  const hook = await runHook(
    (shown: readonly Row[]) => useOpenRow(gridRowsOf(shown), query, () => {}),
    rows,
  )
  await hook.act(({ show }) => show(index))
  return hook
}

describe("the row open beside the table", () => {
  it("follows its record to a new position", async () => {
    const hook = await open(byId("a", "b", "c"), 1)
    expect(hook.now()).toMatchObject({ index: 1, row: { id: "b" } })
    await hook.show(byId("new", "a", "b", "c"))
    expect(hook.now()).toMatchObject({ index: 2, row: { id: "b" } })
  })

  it("keeps its record if the rows no longer contain it, and no other row is marked", async () => {
    const hook = await open(byId("a", "b", "c"), 1)
    await hook.show(byId("x", "y", "z"))
    expect(hook.now().row).toEqual({ id: "b", name: "Store b" })
    expect(hook.now().index).toBeUndefined()
    await hook.show(byId("x", "b", "z"))
    expect(hook.now().index).toBe(1)
  })

  it("keeps its values if it has no id", async () => {
    const hook = await open([{ value: 1 }, { value: 2 }], 1)
    await hook.show([{ value: 3 }, { value: 4 }])
    expect(hook.now().row).toEqual({ value: 2 })
    expect(hook.now().index).toBeUndefined()
  })

  it("is the opened one of several equal rows", async () => {
    const hook = await open([{ value: 1 }, { value: 1 }, { value: 1 }], 2)
    expect(hook.now().index).toBe(2)
  })

  it("keeps its record while its page is unloaded, and its position when the page returns", async () => {
    const hook = await runHook(
      (shown: GridRows) => useOpenRow(shown, query, () => {}),
      gridRowsOf(byId("a", "b")),
    )
    await hook.act(({ show }) => show(1))
    await hook.show(gridRowsOf(byId("c", "d"), 2))
    expect(hook.now()).toMatchObject({ index: undefined, row: { id: "b" } })
    await hook.show(gridRowsOf(byId("b", "c"), 1))
    expect(hook.now()).toMatchObject({ index: 1, row: { id: "b" } })
  })
})
