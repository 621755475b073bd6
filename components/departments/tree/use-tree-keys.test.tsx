import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime"
import type { KeyboardEvent } from "react"
import { expect, it, vi } from "vitest"
import { runHook } from "../../ui/testing/run-hook"
import { arrangeTree } from "./arrange-tree"
import { departmentsOf } from "./testing/departments"
import { treeRows } from "./tree-rows"
import { type TreeKeysOptions, useTreeKeys } from "./use-tree-keys"

/** A store, and another under the heading for departments whose parent is missing. */
const tree = arrangeTree(departmentsOf({ "Store 1": null, "Store 2": "gone" }), "en")
const rows = treeRows(tree, { levels: 1, turned: new Set() })

/** Presses Ctrl+C on a line. Returns whether the browser's copy still runs and the copied texts. */
async function copy({ line, isCollapsed }: { line: number; isCollapsed: boolean }) {
  const options = { state: { rows }, position: { line } } as unknown as TreeKeysOptions
  const { act } = await runHook(useTreeKeys, options, (hook) => (
    <AppRouterContext value={{} as never}>{hook}</AppRouterContext>
  ))
  const [writeText, preventDefault] = [vi.fn(), vi.fn()]
  Object.assign(document, { getSelection: () => ({ isCollapsed }) })
  vi.stubGlobal("navigator", { clipboard: { writeText } })
  const event = { key: "c", ctrlKey: true, preventDefault } as unknown as KeyboardEvent<HTMLElement>
  await act(({ onKeyDown }) => onKeyDown(event))
  return { isLeft: preventDefault.mock.calls.length === 0, copied: writeText.mock.calls.flat() }
}

it("Ctrl+C copies the active department's id if no text is selected", async () => {
  expect(await copy({ line: 0, isCollapsed: true })).toEqual({ isLeft: false, copied: ["Store 1"] })
})

it.each([
  ["a department", 0],
  ["a heading", 1],
])("Ctrl+C leaves selected text to the browser while %s is active", async (_, line) => {
  expect(await copy({ line, isCollapsed: false })).toEqual({ isLeft: true, copied: [] })
})

it("Ctrl+C on a heading is left to the browser, because a heading has no id", async () => {
  expect(rows[1]?.kind).toBe("heading")
  expect(await copy({ line: 1, isCollapsed: true })).toEqual({ isLeft: true, copied: [] })
})
