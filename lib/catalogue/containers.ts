/**
 * What a path parameter can name. No endpoint lists these (decisions "What no endpoint tells"), so
 * their names come from the workspace file: `workspace` is the key of its array there. Things
 * without one are listed by the API itself.
 */
export interface Container {
  readonly parent?: string
  readonly workspace?: string
  readonly title: string
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
} as const satisfies Record<string, Container>

export type ContainerKind = keyof typeof containers
