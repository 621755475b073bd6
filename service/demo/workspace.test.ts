import { describe, expect, it } from "vitest"
import { catalogue, parseWorkspace, referencesOf, type WorkspaceEntry } from "@/lib/catalogue"
import { listContainers } from "./containers"
import { countsFor } from "./counts"
import { listNames } from "./names"
import { readDemoRows, recordNames } from "./test-rows"
import { buildWorkspace } from "./workspace"

function readBack(scale: number): readonly WorkspaceEntry[] {
  const result = parseWorkspace(
    catalogue,
    JSON.parse(JSON.stringify(buildWorkspace({ catalogue, scale }))),
  )
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.workspace.entries
}

const flatten = (entries: readonly WorkspaceEntry[]): WorkspaceEntry[] =>
  entries.flatMap((entry) => [entry, ...flatten(entry.children)])

describe.each([0.001, 1])("the demo workspace at scale %d", (scale) => {
  const entries = readBack(scale)
  const all = flatten(entries)
  const containers = [...listContainers(countsFor(scale))]

  it("names exactly the containers that no endpoint lists", () => {
    const listed = ["highscore", "department"]
    const unlisted = containers.filter(({ kind }) => !listed.includes(kind))
    const expected = [...unlisted, ...listNames()].map(({ id }) => id)
    expect(all.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
  })

  // rules: The workspace file 3
  it("has an entry of every kind that a path can name", () => {
    const kinds = Object.entries(catalogue.containers).filter(([, { workspace }]) => workspace)
    for (const [kind] of kinds)
      expect(all.filter((entry) => entry.kind === kind).length).toBeGreaterThanOrEqual(2)
  })

  it("names every container that ids in records refer to, under its parent", () => {
    const paths = new Map<string, string>()
    const collect = (list: readonly WorkspaceEntry[], above: string) => {
      for (const { kind, id, children } of list) {
        paths.set(`${kind} ${id}`, above)
        collect(children, id)
      }
    }
    collect(entries, "")
    const seen = new Set<string>()
    for (const record of recordNames)
      for (const { scope: path, values } of readDemoRows(record, Math.min(scale, 0.1)))
        for (const [field, kind] of referencesOf(record)) {
          const container = catalogue.containers[kind]
          const value = values[field] ?? null
          if (!container?.inRecords || value === null) continue
          for (const id of [value].flat() as string[]) {
            seen.add(kind)
            const above = paths.get(`${kind} ${id}`)
            expect([kind, id, above]).toEqual([kind, id, expect.any(String)])
            if (container.parent) expect(Object.values(path)).toContain(above)
          }
        }
    const kinds = Object.entries(catalogue.containers).filter(([, { inRecords }]) => inRecords)
    expect([...seen].toSorted()).toEqual(kinds.map(([kind]) => kind).toSorted())
  })

  it("has a unit for every data set", () => {
    const units = entries.filter(({ kind }) => kind === "dataSet").map(({ unit }) => unit)
    expect(units).toEqual(["DKK", "visitors", "points of 100", "hours", "kg"])
  })

  // rules: The workspace file 3
  it("has enabled and disabled containers for every gate, and the disabled ones say so", () => {
    for (const operation of catalogue.operations)
      for (const { parameter, feature } of operation.gates ?? []) {
        const kind = operation.parameters[parameter]
        const gated = containers.filter((container) => container.kind === kind)
        const open = gated.filter(({ features }) => features?.includes(feature))
        const shut = gated.filter(({ features }) => !features?.includes(feature))
        expect(open.length).toBeGreaterThanOrEqual(2)
        expect(shut.some(({ name }) => /\boff\b/.test(name))).toBe(true)
      }
  })

  it("has an empty content module and an empty calendar module", () => {
    for (const kind of ["contentModule", "calendarModule"]) {
      const empty = entries.filter((entry) => entry.kind === kind && entry.children.length === 0)
      expect(empty.map(({ name }) => name)).toEqual([expect.stringMatching(/yet\)$/)])
    }
  })
})
