import type { RecordName } from "@/lib/catalogue"
import { calendarCategories, calendarRows } from "./calendars/calendars"
import { calendarEvents } from "./calendars/events"
import { communicationTemplates, notificationChannels } from "./communication"
import { commentReactions } from "./content/comments"
import { contentPosts } from "./content/posts"
import { contentViews } from "./content/views"
import type { Counts } from "./counts"
import { departmentRow } from "./departments/rows"
import { listDepartments } from "./departments/tree"
import { guidOf } from "./guid"
import { highscoreLevels, highscoreRows } from "./highscores"
import { dataPoints } from "./kpis/points"
import type { DemoRow } from "./rows"
import { feedbackComments } from "./service-forms/feedback"
import { stageComments } from "./service-forms/stage-comments"
import { stageReviews } from "./service-forms/stage-reviews"
import { courseParticipations, questionParticipations } from "./training"

const fields: readonly (readonly [
  name: string | null,
  externalId: string | null,
  type: string | null,
])[] = [
  ["Shirt size", "shirt_size", "Dropdown"],
  ["Shoe size", "shoe_size", "Number"],
  ["Forklift licence until", "forklift_until", "Date"],
  ["First aider", "first_aider", "Boolean"],
  ["Languages spoken", null, "MultilineText"],
  ["About me", "about", "MultilineText"],
  ["Next of kin", "next_of_kin", "MultilineText"],
  ["Employee number", "emp_no", "Text"],
  ["Locker", "locker", "Text"],
  ["Notes", "notes", "MultilineText"],
  ["Notes", "notes", "Text"],
  [null, "legacy_7", null],
  ["Kørekort", "driving_licence", "Dropdown"],
  ["Führungszeugnis vorgelegt", null, "Date"],
]

/** Data about people that the company keeps besides the platform's own fields. */
function* userCustomFields(): Generator<DemoRow<"userCustomField">> {
  for (const [index, [name, externalId, type]] of fields.entries()) {
    const values = { id: guidOf("custom-field", index), externalId, name, type }
    yield { scope: {}, values }
  }
}

function* departments(counts: Counts): Generator<DemoRow<"department">> {
  for (const node of listDepartments(counts.departments)) yield departmentRow(node)
}

/** The demo data of every kind of record, generated lazily. */
export const generators: { readonly [N in RecordName]: (counts: Counts) => Iterable<DemoRow<N>> } =
  {
    courseParticipation: courseParticipations,
    questionParticipation: questionParticipations,
    contentPost: contentPosts,
    contentView: contentViews,
    commentReaction: commentReactions,
    department: departments,
    userCustomField: userCustomFields,
    stageReview: stageReviews,
    stageComment: stageComments,
    feedbackComment: feedbackComments,
    calendar: calendarRows,
    calendarCategory: calendarCategories,
    calendarEvent: calendarEvents,
    highscore: highscoreRows,
    highscoreLevel: highscoreLevels,
    dataPoint: dataPoints,
    communicationTemplate: communicationTemplates,
    notificationChannel: notificationChannels,
  }
