import { contentCategoryNames } from "./content/modules"
import { guidOf } from "./guid"
import type { ContainerRow } from "./rows"
import { stageNames } from "./service-forms/stage-reviews"
import { trainingNames } from "./training"

function* userGroupNames(): Generator<ContainerRow> {
  const groups = ["Store managers", "First aiders", "Apprentices", "Works council"]
  for (const [number, name] of groups.entries())
    yield { kind: "userGroup", id: guidOf("user-group", number), name }
}

/** Everything that ids in records refer to and only the workspace names. */
export function* listNames(): Generator<ContainerRow> {
  yield* trainingNames()
  yield* stageNames()
  yield* contentCategoryNames()
  yield* userGroupNames()
}
