import { expect, it, vi } from "vitest"
import { runHook } from "../ui/testing/run-hook"
import { gridRowsOf } from "./grid-rows"
import { useShownRows } from "./use-steady-rows"

const rows = gridRowsOf([])

it("the rows in sight are reported, and those of a new query from its first on", async () => {
  const readers = { sorted: vi.fn(), all: vi.fn() }
  const hook = await runHook(
    ({ first, queryKey }: { first: number; queryKey: "sorted" | "all" }) =>
      useShownRows({ first, end: first + 20 }, { rows, queryKey, onShow: readers[queryKey] }),
    { first: 500, queryKey: "sorted" },
  )
  expect(readers.sorted).toHaveBeenCalledExactlyOnceWith({ first: 500, end: 520 })
  // The frame is put to its top, and says so only later.
  await hook.show({ first: 500, queryKey: "all" })
  expect(readers.all).toHaveBeenCalledExactlyOnceWith({ first: 0, end: 20 })
  await hook.show({ first: 0, queryKey: "all" })
  await hook.show({ first: 40, queryKey: "all" })
  expect(readers.all).toHaveBeenLastCalledWith({ first: 40, end: 60 })
})
