/**
 * What a path parameter or an id in a record can name. No endpoint lists these (decisions "What no
 * endpoint tells"), so their names come from the workspace file: `workspace` is the key of its
 * array there. Containers without one are listed by the API itself.
 */
export interface Container {
  readonly parent?: string
  readonly workspace?: string
  readonly title: string
  /** No path names it. It occurs only as ids in records (`referencesOf`). */
  readonly inRecords?: true
}

export const containers = {
  contentModule: { workspace: "contentModules", title: "Content module" },
  contentPost: { parent: "contentModule", workspace: "posts", title: "Content post" },
  comment: { parent: "contentPost", workspace: "comments", title: "Comment" },
  serviceFormModule: { workspace: "serviceFormModules", title: "Service-form module" },
  form: { parent: "serviceFormModule", workspace: "forms", title: "Form" },
  stageComment: { parent: "form", workspace: "stageComments", title: "Stage comment" },
  answer: { parent: "form", workspace: "answers", title: "Answer" },
  feedback: { parent: "answer", workspace: "feedbacks", title: "Feedback" },
  calendarModule: { workspace: "calendarModules", title: "Calendar module" },
  calendar: { parent: "calendarModule", workspace: "calendars", title: "Calendar" },
  calendarEvent: { parent: "calendar", workspace: "events", title: "Calendar event" },
  dataSet: { workspace: "dataSets", title: "Data set" },
  communicationTemplate: { workspace: "templates", title: "Communication template" },
  department: { title: "Department" },
  highscore: { title: "Highscore" },
  course: { workspace: "courses", title: "Course", inRecords: true },
  courseLesson: { workspace: "lessons", title: "Lesson", inRecords: true },
  courseQuestion: { workspace: "questions", title: "Question", inRecords: true },
  stage: { parent: "form", workspace: "stages", title: "Stage", inRecords: true },
  contentCategory: {
    parent: "contentModule",
    workspace: "categories",
    title: "Content category",
    inRecords: true,
  },
  userGroup: { workspace: "userGroups", title: "User group", inRecords: true },
} as const satisfies Record<string, Container>

export type ContainerKind = keyof typeof containers
