import { type Catalogue, printWorkspace, type WorkspaceEntry } from "@/lib/catalogue"
import { listContainers } from "./containers"
import { countsFor } from "./counts"
import { listNames } from "./names"
import type { ContainerRow } from "./rows"

/** Containers by their parent's id. The outermost ones are under undefined. */
type Children = Map<string | undefined, ContainerRow[]>

function groupByParent(containers: Iterable<ContainerRow>): Children {
  const children: Children = new Map()
  for (const container of containers) {
    const siblings = children.get(container.parentId)
    if (siblings) siblings.push(container)
    else children.set(container.parentId, [container])
  }
  return children
}

function entriesBelow(children: Children, parentId: string | undefined): WorkspaceEntry[] {
  return (children.get(parentId) ?? []).map(({ kind, id, name, unit }) => ({
    kind,
    id,
    name,
    ...(unit !== undefined && { unit }),
    children: entriesBelow(children, id),
  }))
}

/**
 * The workspace file's JSON value for the demo data of a scale: everything that no endpoint lists
 * (decisions "The workspace file").
 */
export function buildWorkspace({
  catalogue,
  scale,
}: {
  catalogue: Catalogue
  scale: number
}): Record<string, unknown> {
  const children = groupByParent([...listContainers(countsFor(scale)), ...listNames()])
  return printWorkspace(catalogue, { entries: entriesBelow(children, undefined) })
}
