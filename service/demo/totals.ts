import type { RecordName } from "@/lib/catalogue"
import { countReactions } from "./content/comments"
import { contentModules, postCount } from "./content/modules"
import { countViews } from "./content/views"
import type { Counts } from "./counts"
import { countPoints } from "./kpis/points"
import type { RowTotals } from "./progress"
import { generators } from "./records"
import { countFeedbackComments } from "./service-forms/feedback"
import { countStageReviews } from "./service-forms/stage-reviews"
import { countCourseParticipations, countQuestionParticipations } from "./training"

/** How many rows the records have that would take long to make only to count them. */
const counters: { readonly [N in RecordName]?: (counts: Counts) => number } = {
  courseParticipation: countCourseParticipations,
  questionParticipation: countQuestionParticipations,
  contentPost: (counts) =>
    contentModules.reduce((sum, module) => sum + postCount(module, counts), 0),
  contentView: countViews,
  commentReaction: countReactions,
  stageReview: countStageReviews,
  feedbackComment: countFeedbackComments,
  dataPoint: countPoints,
}

function countRows(rows: Iterable<unknown>): number {
  let count = 0
  for (const _ of rows) count += 1
  return count
}

/** How many rows each record will have, before they are made: exact, but data points to within 1 %. */
export function totalsFor(counts: Counts): RowTotals {
  const names = Object.keys(generators) as RecordName[]
  const totals = names.map((name) => {
    const count = counters[name]
    return [name, count ? count(counts) : countRows(generators[name](counts))] as const
  })
  return Object.fromEntries(totals) as RowTotals
}
