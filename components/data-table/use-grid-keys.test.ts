import type { KeyboardEvent } from "react"
import { describe, expect, it, vi } from "vitest"
import { runHook } from "../ui/testing/run-hook"
import type { GridColumn } from "./arrange-columns"
import { gridRowsOf } from "./grid-rows"
import { useGridKeys } from "./use-grid-keys"

const columns = ["name", "city"].map(
  (name, index): GridColumn => ({
    column: { name, names: [name], field: { type: "string" }, sortable: true, property: name },
    label: name,
    width: 100,
    grows: false,
    isPinned: false,
    start: index * 100,
  }),
)

interface Shown {
  readonly ids: readonly string[]
  readonly queryKey?: string
  readonly stale?: boolean
}

const ids = (count: number) => Array.from({ length: count }, (_, at) => `row ${at}`)

const element = { clientHeight: 400, dataset: { grid: "grid" } } as unknown as HTMLElement

async function run(first: Shown) {
  const onOpenRow = vi.fn()
  const onMenu = vi.fn()
  const onTickRow = vi.fn()
  const hook = await runHook(
    ({ ids, queryKey = "all", stale = false }: Shown) =>
      useGridKeys({
        columns,
        rows: gridRowsOf(ids.map((id) => ({ id }))),
        queryKey,
        stale,
        frame: { current: element },
        rowHeight: 36,
        scrollTo: () => {},
        onSort: () => {},
        onOpenRow,
        onTickRow,
        onMenu,
        onFind: undefined,
      }),
    first,
  )
  const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
    hook.act(({ handlers }) => {
      const event = { key, target: element, currentTarget: element, ...held }
      handlers.onKeyDown({ ...event, preventDefault: () => {} } as KeyboardEvent<HTMLElement>)
    })
  return { ...hook, press, onOpenRow, onTickRow, onMenu }
}

describe("the active cell", () => {
  it("moves to the first row of a new query, in the same column", async () => {
    const { now, show, press, onOpenRow } = await run({ ids: ids(81) })
    await press("End", { ctrlKey: true })
    expect(now().active).toMatchObject({ row: 80, column: 1 })
    await show({ ids: ids(81), queryKey: "five", stale: true })
    await show({ ids: ids(5), queryKey: "five" })
    expect(now().active).toMatchObject({ row: 0, column: 1 })
    await press("Enter")
    expect(onOpenRow).toHaveBeenCalledExactlyOnceWith(0)
    await show({ ids: ids(81) })
    expect(now().active).toMatchObject({ row: 0, column: 1 })
  })

  it("is selected with the space bar and not opened", async () => {
    const { press, onOpenRow, onTickRow } = await run({ ids: ids(3) })
    await press("ArrowDown")
    await press(" ", { shiftKey: false })
    await press("ArrowDown")
    await press(" ", { shiftKey: true })
    expect(onTickRow.mock.calls).toEqual([
      [1, false],
      [2, true],
    ])
    expect(onOpenRow).not.toHaveBeenCalled()
  })

  it("does not follow a row of the previous query into the new order", async () => {
    const { now, show, press } = await run({ ids: ids(3) })
    await press("ArrowDown")
    await show({ ids: ids(3), queryKey: "sorted", stale: true })
    await press("ArrowDown")
    await show({ ids: ids(3).toReversed(), queryKey: "sorted" })
    expect(now().active).toMatchObject({ row: 1, column: 0 })
  })

  it("stays on a header when the query changes", async () => {
    const { now, show, press } = await run({ ids: ids(3) })
    await press("ArrowRight")
    await press("ArrowUp")
    await show({ ids: ids(3), queryKey: "sorted" })
    expect(now().active).toMatchObject({ row: -1, column: 1 })
  })

  it("stays on its record while rows change above it, and in place if the record disappears", async () => {
    const { now, show, press, onOpenRow } = await run({ ids: ["a", "b", "c"] })
    await press("ArrowDown")
    await show({ ids: ["x", "y", "z", "a", "b", "c"] })
    expect(now().active).toMatchObject({ row: 4 })
    await press("Enter")
    expect(onOpenRow).toHaveBeenCalledExactlyOnceWith(4)
    await show({ ids: ["x", "y"] })
    expect(now().active).toMatchObject({ row: 1 })
    await show({ ids: ["x", "y", "b"] })
    expect(now().active).toMatchObject({ row: 2 })
  })

  it("stays on the first record of a new query too", async () => {
    const { now, show, press } = await run({ ids: ["b", "a"] })
    await press("ArrowDown")
    await show({ ids: ["a", "b"], queryKey: "sorted" })
    await show({ ids: ["x", "a", "b"], queryKey: "sorted" })
    expect(now().active).toMatchObject({ row: 1 })
  })
})

it("a cell's menu refers to the record that it was opened on", async () => {
  const { press, onMenu } = await run({ ids: ["a", "b"] })
  const anchor = {} as HTMLElement
  Object.assign(document, { getElementById: () => anchor })
  await press("ArrowDown")
  await press("F10", { shiftKey: true })
  expect(onMenu).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ row: 1, column: 0, record: { id: "b" }, anchor }),
  )
})

/** Presses Ctrl+C. Returns whether the browser's copy still runs and how many texts were copied. */
async function copy(isCollapsed: boolean) {
  const { act } = await run({ ids: ["a"] })
  const [writeText, preventDefault] = [vi.fn(), vi.fn()]
  Object.assign(document, { getSelection: () => ({ isCollapsed }) })
  vi.stubGlobal("navigator", { clipboard: { writeText } })
  const event = { key: "c", ctrlKey: true, target: element, currentTarget: element, preventDefault }
  await act(({ handlers }) => handlers.onKeyDown(event as unknown as KeyboardEvent<HTMLElement>))
  return { isLeft: preventDefault.mock.calls.length === 0, copied: writeText.mock.calls.length }
}

describe("Ctrl+C", () => {
  it("copies the active cell if no text is selected", async () => {
    expect(await copy(true)).toEqual({ isLeft: false, copied: 1 })
  })

  it("leaves selected text to the browser", async () => {
    expect(await copy(false)).toEqual({ isLeft: true, copied: 0 })
  })
})
