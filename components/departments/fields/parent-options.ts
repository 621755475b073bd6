import type { Option } from "../../ui/select"
import { pathTo, type Tree } from "../tree/arrange-tree"

interface Reasons {
  readonly self: string
  readonly below: string
}

/** Every department with the way to it; one that would make a circle says so and cannot be chosen. */
export function parentOptions(tree: Tree, id: string | undefined, reasons: Reasons): Option[] {
  const own = id === undefined ? undefined : tree.nodes[tree.places.get(id) ?? -1]
  return tree.nodes.map(({ entry, index }) => {
    const path = pathTo(tree, index)
      .slice(0, -1)
      .map((node) => node.entry.name)
      .join(" › ")
    const isSelf = index === own?.index
    const isBelow = own !== undefined && index > own.index && index < own.end
    const reason = isSelf ? reasons.self : isBelow ? reasons.below : undefined
    return {
      value: entry.id,
      label: entry.name,
      description: [reason, path || undefined, entry.externalId ?? undefined]
        .filter((part) => part !== undefined)
        .join(" · "),
      disabled: reason !== undefined,
    }
  })
}
