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

describe("the row beside the table", () => {
  it("is followed to where its record stands now", async () => {
    const hook = await open(byId("a", "b", "c"), 1)
    expect(hook.now()).toMatchObject({ index: 1, row: { id: "b" } })
    await hook.show(byId("new", "a", "b", "c"))
    expect(hook.now()).toMatchObject({ index: 2, row: { id: "b" } })
  })

  it("stays the same record where the rows no longer hold it, and no other row is marked as open", async () => {
    const hook = await open(byId("a", "b", "c"), 1)
    await hook.show(byId("x", "y", "z"))
    expect(hook.now().row).toEqual({ id: "b", name: "Store b" })
    expect(hook.now().index).toBeUndefined()
    await hook.show(byId("x", "b", "z"))
    expect(hook.now().index).toBe(1)
  })

  it("without an id stays what it was, too", async () => {
    const hook = await open([{ value: 1 }, { value: 2 }], 1)
    await hook.show([{ value: 3 }, { value: 4 }])
    expect(hook.now().row).toEqual({ value: 2 })
    expect(hook.now().index).toBeUndefined()
  })

  it("of several that say the same is the one that was opened", async () => {
    const hook = await open([{ value: 1 }, { value: 1 }, { value: 1 }], 2)
    expect(hook.now().index).toBe(2)
  })

  it("stays where its page was let go, and has its place again where that comes back", async () => {
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
