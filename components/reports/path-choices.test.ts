import { describe, expect, it } from "vitest"
import { catalogue, findOperation, type ListOperation, type Workspace } from "@/lib/catalogue"
import { chooseParameter, listPathLevels, workspaceChoices } from "./path-choices"

function list(id: string): ListOperation {
  const operation = findOperation(catalogue, id)
  if (operation?.kind !== "list") throw new Error(`${id} is no list`)
  return operation
}

const entry = (kind: string, id: string, children: Workspace["entries"] = []) => ({
  kind,
  id,
  name: `${kind} ${id}`,
  children,
})

const workspace: Workspace = {
  entries: [
    entry("contentModule", "m1", [entry("contentPost", "p1", [entry("comment", "c1")])]),
    entry("contentModule", "m2", [entry("contentPost", "p2")]),
    entry("dataSet", "d1"),
  ],
}

describe("the path levels of a report", () => {
  const steps = listPathLevels(catalogue, list("comment-reactions"))
  const ids = (index: number, parameters: Record<string, string>) =>
    workspaceChoices(workspace, steps, index, parameters).map(({ id }) => id)

  it("start at the outermost parameter", () => {
    expect(steps.map(({ parameter, kind, nested }) => [parameter, kind, nested])).toEqual([
      ["moduleId", "contentModule", false],
      ["contentId", "contentPost", true],
      ["commentId", "comment", true],
    ])
  })

  it("offer the workspace names within the previous choice", () => {
    expect(ids(0, {})).toEqual(["m1", "m2"])
    expect(ids(1, {})).toEqual([])
    expect(ids(1, { moduleId: "m2" })).toEqual(["p2"])
    expect(ids(2, { moduleId: "m1", contentId: "p1" })).toEqual(["c1"])
  })

  it("offer nothing within an id that the workspace does not name", () => {
    expect(ids(1, { moduleId: "unknown" })).toEqual([])
  })

  it("drop choices within a changed choice", () => {
    const parameters = { moduleId: "m1", contentId: "p1", commentId: "c1" }
    expect(chooseParameter(steps, parameters, "moduleId", "m2")).toEqual({ moduleId: "m2" })
    expect(chooseParameter(steps, parameters, "contentId", "p2")).toEqual({
      moduleId: "m1",
      contentId: "p2",
    })
  })

  it("get names from a list of the API if there is one", () => {
    const [step] = listPathLevels(catalogue, list("highscore-levels"))
    expect(step?.listedBy?.id).toBe("highscores")
    const [dataSet] = listPathLevels(catalogue, list("data-points"))
    expect(dataSet?.listedBy).toBeUndefined()
  })
})
