import { expect, it, vi } from "vitest"
import { runHook } from "../ui/testing/run-hook"
import { gridRowsOf } from "./grid-rows"
import { useShownRows } from "./use-steady-rows"

const rows = gridRowsOf([])

it("visible rows are reported, and a new query is reported from its first row", async () => {
  const readers = { sorted: vi.fn(), all: vi.fn() }
  const hook = await runHook(
    ({ first, queryKey }: { first: number; queryKey: "sorted" | "all" }) =>
      useShownRows({ first, end: first + 20 }, { rows, queryKey, onShow: readers[queryKey] }),
    { first: 500, queryKey: "sorted" },
  )
  expect(readers.sorted).toHaveBeenCalledExactlyOnceWith({ first: 500, end: 520 })
  // The scroll position still reports the old row in the first render of a new query.
  await hook.show({ first: 500, queryKey: "all" })
  expect(readers.all).toHaveBeenCalledExactlyOnceWith({ first: 0, end: 20 })
  await hook.show({ first: 0, queryKey: "all" })
  await hook.show({ first: 40, queryKey: "all" })
  expect(readers.all).toHaveBeenLastCalledWith({ first: 40, end: 60 })
})
