import { calendarContainers } from "./calendars/calendars"
import { calendarEventContainers } from "./calendars/events"
import { communicationTemplateContainers } from "./communication"
import { commentContainers } from "./content/comments"
import { contentModuleContainers } from "./content/modules"
import { contentPostContainers } from "./content/posts"
import type { Counts } from "./counts"
import { highscoreContainers } from "./highscores"
import { dataSetContainers } from "./kpis/data-sets"
import type { ContainerRow } from "./rows"
import { answerContainers, feedbackContainers } from "./service-forms/feedback"
import { serviceFormContainers } from "./service-forms/modules"
import { stageCommentContainers } from "./service-forms/stage-comments"

/** Every parent that a path parameter names or the workspace lists, parents before children. */
export function* listContainers(counts: Counts): Generator<ContainerRow> {
  yield* contentModuleContainers()
  yield* contentPostContainers(counts)
  yield* commentContainers(counts)
  yield* serviceFormContainers()
  yield* stageCommentContainers(counts)
  yield* answerContainers(counts)
  yield* feedbackContainers(counts)
  yield* calendarContainers()
  yield* calendarEventContainers(counts)
  yield* dataSetContainers()
  yield* communicationTemplateContainers()
  yield* highscoreContainers()
}
