/** The list with one entry a place further up or down; the same list where it cannot move. */
export function moveItem<Item>(items: readonly Item[], index: number, by: -1 | 1): readonly Item[] {
  const [item, other] = [items[index], items[index + by]]
  if (item === undefined || other === undefined) return items
  return items.with(index, other).with(index + by, item)
}
