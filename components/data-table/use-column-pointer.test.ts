import type { PointerEvent } from "react"
import { expect, it, vi } from "vitest"
import { runHook } from "../ui/testing/run-hook"
import type { GridColumn } from "./arrange-columns"
import { useColumnPointer } from "./use-column-pointer"

const columns = ["name", "city"].map(
  (name, index): GridColumn => ({
    column: { name, names: [name], field: { type: "string" }, sortable: true },
    label: name,
    width: 100,
    grows: false,
    isPinned: false,
    start: index * 100,
  }),
)

const headerOf = (index: number) => ({
  dataset: { header: `${index}` },
  getBoundingClientRect: () => ({ left: index * 100, width: 100 }),
  matches: (selector: string) => selector === "[data-header]",
  closest: (selector: string) => (selector === "[data-header]" ? headerOf(index) : null),
})

/** A pointer event at `x` over the column headers. */
const pointerAt = (x: number, buttons: number) =>
  ({
    target: headerOf(Math.floor(x / 100)),
    currentTarget: {
      setPointerCapture: () => {},
      addEventListener: () => {},
      removeEventListener: () => {},
    },
    button: 0,
    buttons,
    clientX: x,
    clientY: 10,
    pointerId: 1,
  }) as unknown as PointerEvent<HTMLElement>

const run = async () => {
  const onMove = vi.fn()
  const hook = await runHook(useColumnPointer, { columns, onResize: () => {}, onMove })
  Object.assign(document, { elementsFromPoint: (x: number) => [headerOf(Math.floor(x / 100))] })
  return { ...hook, onMove }
}

it("a column dragged by its header moves to where it is dropped", async () => {
  const { act, now, onMove } = await run()
  await act(({ handlers }) => handlers.onPointerDown(pointerAt(150, 1)))
  await act(({ handlers }) => handlers.onPointerMove(pointerAt(20, 1)))
  expect(now().moving).toBe("city")
  await act(({ handlers }) => handlers.onPointerUp(pointerAt(20, 0)))
  expect(onMove).toHaveBeenCalledExactlyOnceWith("city", 0)
})

it("a press that was released elsewhere does not drag when the pointer returns", async () => {
  const { act, now, onMove } = await run()
  await act(({ handlers }) => handlers.onPointerDown(pointerAt(150, 1)))
  await act(({ handlers }) => handlers.onPointerMove(pointerAt(120, 0)))
  expect(now().moving).toBeUndefined()
  await act(({ handlers }) => handlers.onPointerMove(pointerAt(20, 0)))
  await act(({ handlers }) => handlers.onPointerUp(pointerAt(20, 0)))
  expect(onMove).not.toHaveBeenCalled()
})
