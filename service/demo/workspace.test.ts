import { describe, expect, it } from "vitest"
import { catalogue, parseWorkspace, type WorkspaceEntry } from "@/lib/catalogue"
import { listContainers } from "./containers"
import { countsFor } from "./counts"
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

  it("names each thing that no endpoint lists", () => {
    const listed = ["highscore", "department"]
    const expected = containers.filter(({ kind }) => !listed.includes(kind)).map(({ id }) => id)
    expect(all.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
  })

  // rules: The workspace file 3
  it("has an entry of every kind that a path can name", () => {
    const kinds = Object.entries(catalogue.containers).filter(([, { workspace }]) => workspace)
    for (const [kind] of kinds)
      expect(all.filter((entry) => entry.kind === kind).length).toBeGreaterThanOrEqual(2)
  })

  it("says every data set's unit", () => {
    const units = entries.filter(({ kind }) => kind === "dataSet").map(({ unit }) => unit)
    expect(units).toEqual(["DKK", "visitors", "score (0–100)", "hours", "kg"])
  })

  // rules: The workspace file 3
  it("has both cases of every gate, down to an id to ask for, and says which is off", () => {
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
