import type { ListOperation } from "./operation"

/**
 * The three to seven fields of each record that a table shows by default, in order: what a row is
 * about, then what decides, then dates. A list shows those that it has.
 */
const shown: { readonly [record: string]: readonly string[] } = {
  calendar: [
    "locales",
    "moduleId",
    "moderators",
    "individualInvitesEnabled",
    "creationDateTime",
    "lastModifiedDateTime",
  ],
  calendarCategory: ["locales", "moduleId", "creationDateTime", "lastModifiedDateTime"],
  calendarEvent: [
    "locales",
    "calendarId",
    "startDate",
    "endDate",
    "numberOfSignups",
    "isCancelled",
  ],
  commentReaction: ["contentId", "userId", "type", "creationDateTime"],
  communicationTemplate: [
    "name",
    "communicationTemplateCultures",
    "creationDateTime",
    "lastModifiedDateTime",
  ],
  contentPost: [
    "locales",
    "id",
    "status",
    "userId",
    "seenBy",
    "readBy",
    "categoryId",
    "creationDateTime",
  ],
  contentView: [
    "contentId",
    "userId",
    "userDepartmentId",
    "dateViewed",
    "dateSwiped",
    "postUserId",
    "postCategoryId",
  ],
  courseParticipation: [
    "courseId",
    "userId",
    "courseParticipationState",
    "userDepartmentId",
    "completionRate",
    "creationDateTime",
    "lastModifiedDateTime",
  ],
  dataPoint: ["label", "dataSetId", "timeStamp", "value", "departmentId", "userId"],
  department: ["name", "type", "parentId", "managerUserId", "city", "lastModifiedDateTime"],
  feedbackComment: ["value", "formId", "userId", "creationDateTime"],
  highscore: ["name", "description", "lastResetDate"],
  highscoreLevel: ["name", "highscoreId", "requiredPoints", "alias"],
  notificationChannel: ["name", "description", "pushEnabled", "locales"],
  questionParticipation: [
    "courseLessonId",
    "courseQuestionId",
    "userId",
    "userDepartmentId",
    "isCorrectAnswer",
    "points",
    "creationDateTime",
  ],
  stageComment: ["value", "formId", "stageId", "userId", "creationDateTime"],
  stageReview: [
    "formId",
    "stageId",
    "userId",
    "daysWaiting",
    "status",
    "creationDateTime",
    "reviewDateTime",
  ],
  userCustomField: ["name", "type", "externalId"],
}

/** The fields that a table of the list shows by default, in order. Undefined if all are shown. */
export const shownFields = ({ record }: ListOperation): readonly string[] | undefined =>
  Object.hasOwn(shown, record) ? shown[record] : undefined

/** Words for people in their role in a record, used as the label of their field. */
const people: { readonly [record: string]: string } = {
  commentReaction: "person",
  contentPost: "author",
  contentView: "reader",
  courseParticipation: "participant",
  dataPoint: "person",
  feedbackComment: "author",
  questionParticipation: "participant",
  stageComment: "author",
  stageReview: "reviewer",
}

/** The label of a record's field. Fields of people are labelled by their role. */
export const fieldWord = (record: string, field: string): string =>
  field === "userId" && Object.hasOwn(people, record) ? (people[record] ?? field) : field
