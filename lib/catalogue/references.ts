import { type Catalogue, recordType } from "./catalogue"
import type { Field, Fields } from "./field"

/** What the ids in each field refer to. */
interface References {
  readonly [field: string]: string
}

const everywhere: References = {
  departmentId: "department",
  userDepartmentId: "department",
  userRegionId: "department",
  userWithin: "department",
  departments: "department",
  Department: "department",
  userId: "user",
  userGroups: "userGroup",
}

const byHolder: ReadonlyMap<string, References> = new Map<string, References>([
  ["department", { parentId: "department", managerUserId: "user" }],
  ["courseParticipation", { courseId: "course" }],
  ["questionParticipation", { courseLessonId: "courseLesson", courseQuestionId: "courseQuestion" }],
  ["contentView", { postUserId: "user", postCategoryId: "contentCategory" }],
  ["contentPost", { categoryId: "contentCategory" }],
  ["stageReview", { stageId: "stage" }],
  ["stageComment", { stageId: "stage" }],
  ["calendar", { moderators: "userGroup", moderatorList: "userGroup" }],
  ["calendarEvent", { categoryId: "calendarCategory", individualInvitees: "user" }],
])

/**
 * What the ids in a record's fields refer to: a record's name, `user`, which has no list, or a kind
 * of container.
 */
export const referencesOf = (holder: string): ReadonlyMap<string, string> =>
  new Map(Object.entries({ ...everywhere, ...byHolder.get(holder) }))

/** Fields with ids of people, in records of this kind and their nested objects. */
export const userFieldsOf = (holder: string): ReadonlySet<string> =>
  new Set([...referencesOf(holder)].flatMap(([field, of]) => (of === "user" ? [field] : [])))

const innerFields = (field: Field): Fields =>
  field.type === "object" ? field.fields : field.type === "array" ? innerFields(field.items) : {}

const holdsOne = (fields: Fields, names: ReadonlySet<string>): boolean =>
  Object.entries(fields).some(
    ([name, field]) => names.has(name) || holdsOne(innerFields(field), names),
  )

/** Whether records of this kind or their nested objects contain ids of people. */
export const recordHasUsers = (from: Catalogue, record: string): boolean =>
  holdsOne(recordType(from, record).fields, userFieldsOf(record))
