import type { SeriesAnswer, SeriesCell, SeriesGroup } from "@/lib/catalogue"

const iso = (ms: number) => new Date(ms).toISOString().replace(".000Z", "Z")

const groupOf = (group: SeriesGroup | undefined): Pick<SeriesCell, "group"> => {
  if (!group || group.kind === "all") return {}
  return { group: group.kind === "other" ? { kind: "other" } : { kind: "key", key: group.key } }
}

/** A bucket of a range and a group of an answer, as its rows are asked for; undefined where there is none. */
export function cellOf(
  answer: SeriesAnswer,
  { range, group, index }: { range: number; group: number; index: number | undefined },
): SeriesCell | undefined {
  const edges = answer.ranges[range]?.edges
  const [from, to] = index === undefined ? [] : [edges?.[index], edges?.[index + 1]]
  if (from === undefined || to === undefined) return undefined
  return { from: iso(from), to: iso(to), ...groupOf(answer.groups[group]) }
}

/** How many points an answer counts in a cell; null where that is not told, undefined where the answer has no such cell. */
export function countOf(answer: SeriesAnswer, cell: SeriesCell): number | null | undefined {
  const from = Date.parse(cell.from)
  for (const { edges, lines } of answer.ranges) {
    const index = edges.indexOf(from)
    if (index < 0 || edges[index + 1] !== Date.parse(cell.to)) continue
    for (const { group, counts } of lines) {
      const own = groupOf(answer.groups[group])
      if (JSON.stringify(own.group) === JSON.stringify(cell.group)) return counts[index]
    }
  }
  return undefined
}
