import type { Area, Operation } from ".."
import type { JsonObject } from "./json"

/** How the document groups operations: each area's name and description. */
const tags = {
  content: ["Content", "Posts of content modules, who saw them, and reactions to their comments."],
  training: ["Training", "How people take part in courses and their questions."],
  serviceForms: ["Service forms", "Reviews, comments and feedback on filled-in forms."],
  calendars: ["Calendars", "Calendars, their categories and events."],
  highscores: ["Highscores", "Highscores and the levels that points lead to."],
  kpis: ["KPIs", "Data sets as points in time."],
  departments: ["Departments", "Departments, which can be changed, and the fields of users."],
  communication: ["Communication", "Message templates and notification channels."],
} as const satisfies Record<Area, readonly [name: string, description: string]>

export const tagOf = ({ area }: Operation): string => tags[area][0]

/** The groups of these operations. */
export const describeTags = (operations: readonly Operation[]): JsonObject[] =>
  [...new Set(operations.map(({ area }) => area))].map((area) => {
    const [name, description] = tags[area]
    return { name, description }
  })
