import type { FieldColumn } from "@/lib/catalogue"
import { ownNames, pinnedNames, shownNames, type ViewLayout } from "@/lib/client"
import { fitWidth } from "./columns"

type Parts = { [Part in keyof ViewLayout]: ViewLayout[Part] | undefined }

const isEmpty = (part: object | string | undefined) =>
  part === undefined || (typeof part === "object" && Object.keys(part).length === 0)

/**
 * A layout with changed parts. Empty parts are dropped so that it prints like the default, except
 * for an empty list of pins.
 */
export const withParts = (layout: ViewLayout, parts: Parts): ViewLayout =>
  Object.fromEntries(
    Object.entries({ ...layout, ...parts }).filter(
      ([name, part]) => !isEmpty(part) || (name === "pinned" && part !== undefined),
    ),
  )

const sameNames = (a: readonly string[], b: readonly string[]) => a.join() === b.join()

function withColumns(
  columns: readonly FieldColumn[],
  layout: ViewLayout,
  names: readonly string[],
) {
  const isOwn = sameNames(names, ownNames(columns))
  const pinned = layout.pinned?.filter((name) => names.includes(name))
  const isLeft = pinned?.length === layout.pinned?.length || (pinned?.length ?? 0) > 0
  return withParts(layout, {
    columns: isOwn ? undefined : names,
    pinned: isLeft ? pinned : undefined,
  })
}

/** Hides a column; the last one stays. */
export function hideColumn(columns: readonly FieldColumn[], layout: ViewLayout, name: string) {
  const left = shownNames(columns, layout).filter((shown) => shown !== name)
  return left.length > 0 ? withColumns(columns, layout, left) : layout
}

/** Shows a hidden column after its predecessor in the report's own order. */
export function showColumn(columns: readonly FieldColumn[], layout: ViewLayout, name: string) {
  const shown = shownNames(columns, layout)
  if (shown.includes(name)) return layout
  const own = columns.map((column) => column.name)
  const before = own.slice(0, own.indexOf(name)).findLast((other) => shown.includes(other))
  const at = before === undefined ? 0 : shown.indexOf(before) + 1
  return withColumns(columns, layout, shown.toSpliced(at, 0, name))
}

const moved = (names: readonly string[], name: string, to: number) => {
  const others = names.filter((other) => other !== name)
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, name)
}

/**
 * Moves a column to a position among the visible ones, pinned first; it does not cross the boundary
 * of the pins.
 */
export function moveColumn(
  columns: readonly FieldColumn[],
  layout: ViewLayout,
  name: string,
  to: number,
): ViewLayout {
  const shown = shownNames(columns, layout)
  const pinned = (layout.pinned ?? []).filter((other) => shown.includes(other))
  if (pinned.includes(name)) return withParts(layout, { pinned: moved(pinned, name, to) })
  const rest = shown.filter((other) => !pinned.includes(other))
  return withColumns(columns, layout, [...pinned, ...moved(rest, name, to - pinned.length)])
}

export function pinColumn(
  columns: readonly FieldColumn[],
  layout: ViewLayout,
  name: string,
  isPinned: boolean,
): ViewLayout {
  const others = pinnedNames(columns, layout).filter((other) => other !== name)
  const pinned = isPinned ? [...others, name] : others
  const isOwn = sameNames(pinned, shownNames(columns, layout).slice(0, 1))
  return withParts(layout, { pinned: isOwn ? undefined : pinned })
}

/** Sets a column's width in pixels, within the limits. */
export const resizeColumn = (layout: ViewLayout, name: string, width: number): ViewLayout =>
  withParts(layout, { widths: { ...layout.widths, [name]: fitWidth(width) } })

/** Resets columns, widths and pins; the density stays. */
export const resetColumns = (layout: ViewLayout): ViewLayout =>
  withParts(layout, { columns: undefined, widths: undefined, pinned: undefined })
