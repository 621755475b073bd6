import {
  array,
  boolean,
  datetime,
  datetimeoffset,
  double,
  type Fields,
  guid,
  integer,
  localdatetime,
  object,
  string,
  url,
} from "./field"

/** One kind of record: its fields (specification 2) and the path parameters that contain it. */
export interface RecordType {
  /** The section of the specification, for messages and documentation. */
  readonly section: string
  readonly fields: Fields
  /** The path parameters that contain it, outermost first. `id` is unique within them. */
  readonly scope: readonly string[]
  /**
   * Query properties that the record does not carry as a field of that name (decisions "Filters").
   */
  readonly hidden?: Fields
  /** Fields that nobody sends and whole lists compute from others (docs/answers.md). */
  readonly computed?: Fields
}

const id = guid({ required: true })
const cultures = <const F extends Fields>(fields: F) =>
  array(object({ culture: string(), ...fields }))
const media = array(
  object({
    id: guid(),
    contentType: string(),
    fileName: string(),
    downloadUrl: url(),
    referenceUrl: url(),
  }),
)
const reference = array(object({ id: guid(), name: string(), url: url() }))
const alwaysFalse = {
  deprecated: { note: "It is always false and will be removed.", constant: false },
} as const
const alwaysNull = {
  deprecated: { note: "It is always null and will be removed.", constant: null },
} as const

/** The ten department types (decisions "Values"). */
export const departmentTypes = [
  "Company",
  "Country",
  "Department",
  "District",
  "Division",
  "Other",
  "Partner",
  "Region",
  "Store",
  "Subdepartment",
] as const

/** The workplace of the person who did what a record reports. */
const placeOfUser = {
  userDepartmentId: guid({ placeOf: { user: "userId", place: "department" } }),
  userRegionId: guid({ placeOf: { user: "userId", place: "region" } }),
} as const

const trainingAndContent = {
  courseParticipation: {
    section: "2.1",
    scope: [],
    fields: {
      courseId: guid({ required: true }),
      userId: guid({ required: true }),
      courseParticipationState: string({ values: ["Completed"] }),
      creationDateTime: datetimeoffset(),
      lastModifiedDateTime: datetimeoffset(),
      completionRate: double(),
      performanceScore: double(),
      points: integer(),
    },
    computed: placeOfUser,
  },
  contentPost: {
    section: "2.2",
    scope: ["moduleId"],
    fields: {
      id,
      url: url({ link: "content-post" }),
      userId: guid(),
      userUrl: url(),
      categoryId: guid(),
      categoryUrl: url(),
      sortOrder: integer(),
      status: string({ values: ["Published", "Draft"] }),
      creationDateTime: datetimeoffset(),
      lastModifiedDateTime: datetimeoffset(),
      availableFrom: localdatetime(),
      startDateTimeZone: string(),
      availableUntil: localdatetime(),
      endDateTimeZone: string(),
      featureMediaId: guid(),
      featureMediaDownloadUrl: url(),
      medias: media,
      mentions: array(
        object({
          id: guid(),
          name: string(),
          type: string({ values: ["User", "Department", "User group"] }),
          url: url(),
        }),
      ),
      locales: cultures({ title: string(), bodyText: string() }),
      permissions: array(
        object({
          departments: reference,
          userGroups: reference,
          requireAllUserGroups: boolean(),
        }),
      ),
    },
    hidden: { name: string() },
    computed: {
      seenBy: integer({
        countUnder: { of: "contentView", distinct: "userId", filled: "dateViewed" },
      }),
      readBy: integer({
        countUnder: { of: "contentView", distinct: "userId", filled: "dateSwiped" },
      }),
    },
  },
  commentReaction: {
    section: "2.10",
    scope: ["moduleId", "contentId", "commentId"],
    fields: {
      id,
      userId: guid(),
      type: string({ values: ["Like", "Love", "Haha", "Wow", "Sad", "Angry"] }),
      creationDateTime: datetimeoffset(),
    },
    computed: placeOfUser,
  },
  questionParticipation: {
    section: "2.11",
    scope: [],
    fields: {
      courseLessonId: guid({ required: true }),
      courseQuestionId: guid({ required: true }),
      userId: guid({ required: true }),
      isCorrectAnswer: boolean(),
      points: integer(),
      creationDateTime: datetimeoffset(),
      lastModifiedDateTime: datetimeoffset(),
    },
    computed: placeOfUser,
  },
  contentView: {
    section: "2.15",
    scope: ["moduleId", "contentId"],
    fields: {
      id,
      userId: guid(),
      userUrl: url(),
      dateViewed: datetimeoffset(),
      dateSwiped: datetimeoffset(),
    },
    computed: {
      ...placeOfUser,
      postUserId: guid({ ofAbove: { of: "contentPost", field: "userId" } }),
      postCategoryId: guid({ ofAbove: { of: "contentPost", field: "categoryId" } }),
      postCreationDateTime: datetimeoffset({
        ofAbove: { of: "contentPost", field: "creationDateTime" },
      }),
      daysToRead: double({
        daysBetween: [{ of: "contentPost", field: "creationDateTime" }, "dateSwiped"],
      }),
    },
  },
} as const satisfies Record<string, RecordType>

const organisation = {
  department: {
    section: "2.3",
    scope: [],
    fields: {
      id,
      url: url(),
      creationDateTime: datetime({ required: true }),
      lastModifiedDateTime: datetime({ required: true }),
      name: string({ required: true }),
      parentId: guid(),
      externalId: string(),
      dataSource: string(),
      addressLine: string(),
      addressLine2: string(),
      zipCode: string(),
      city: string(),
      defaultPhoneCountryCode: integer(),
      phoneNumber: object({ countryCode: integer(), number: string() }),
      managerUserId: guid(),
      showInContacts: boolean(),
      showInHighscores: boolean(),
      showInActivityStatistics: boolean(),
      contentCulture: string(),
      uiCulture: string(),
      type: string({ required: true, values: departmentTypes }),
      timeZone: string(),
      email: string(),
      userLanguageEnabled: boolean(),
      selectedCultures: array(string()),
      showDepartmentManagerPublic: boolean(),
      showEmployeeList: boolean(),
      showDepartmentUsersInPublicContacts: boolean(),
      showDepartmentInTaggingOverview: boolean(),
      showUsersInTaggingOverview: boolean(),
      showContactList: boolean(),
      locales: cultures({ description: string() }),
    },
  },
  userCustomField: {
    section: "2.16",
    scope: [],
    fields: {
      id,
      externalId: string(),
      name: string(),
      type: string({ values: ["MultilineText"] }),
    },
  },
} as const satisfies Record<string, RecordType>

const formsAndCalendars = {
  stageReview: {
    section: "2.4",
    scope: ["moduleId", "formId"],
    fields: {
      id,
      url: url(),
      stageId: guid(),
      stageUrl: url(),
      fillingId: guid(),
      fillingUrl: url(),
      userId: guid(),
      userUrl: url(),
      status: string({ values: ["Pending", "Approved", "Rejected"] }),
      reviewDateTime: datetimeoffset(),
      creationDateTime: datetimeoffset(),
      lastModifiedDateTime: datetimeoffset(),
    },
    computed: {
      ...placeOfUser,
      daysToDecision: double({ daysBetween: ["creationDateTime", "reviewDateTime"] }),
      daysWaiting: integer({ daysSince: { time: "creationDateTime", unless: "reviewDateTime" } }),
    },
  },
  stageComment: {
    section: "2.5",
    scope: ["moduleId", "formId"],
    fields: {
      id,
      url: url({ link: "stage-comment" }),
      fillingId: guid(),
      fillingUrl: url(),
      stageId: guid(),
      stageUrl: url(),
      userId: guid(),
      userUrl: url(),
      creationDateTime: datetimeoffset(),
      lastModifiedDateTime: datetimeoffset(),
      value: string(),
      medias: media,
    },
    computed: placeOfUser,
  },
  feedbackComment: {
    section: "2.6",
    scope: ["serviceFormId", "formId", "answerId", "feedbackId"],
    fields: {
      id,
      feedbackId: guid(),
      parentCommentId: guid(),
      userId: guid(),
      creationDateTime: datetime(),
      lastModifiedDateTime: datetimeoffset(),
      value: string(),
      mediaIds: array(guid()),
    },
    computed: placeOfUser,
  },
  calendar: {
    section: "2.7",
    scope: ["moduleId"],
    fields: {
      id,
      moderators: array(guid()),
      moderatorList: array(guid(), { sameAs: "moderators" }),
      filterByDepartment: boolean(alwaysFalse),
      requireDepartmentFilter: boolean(alwaysFalse),
      departmentFilterType: string(alwaysNull),
      individualInvitesEnabled: boolean(),
      limitParticipantsByHierarchy: boolean(),
      creationDateTime: datetimeoffset(),
      lastModifiedDateTime: datetimeoffset(),
      locales: cultures({ title: string() }),
    },
  },
  calendarCategory: {
    section: "2.8",
    scope: ["moduleId"],
    fields: {
      id,
      creationDateTime: datetimeoffset(),
      lastModifiedDateTime: datetimeoffset(),
      locales: cultures({ title: string() }),
    },
  },
  calendarEvent: {
    section: "2.9",
    scope: ["moduleId", "calendarId"],
    fields: {
      id,
      categoryId: guid(),
      type: string({ values: ["Event", "ToDo"] }),
      startDate: datetime(),
      endDate: datetime(),
      startDateTimeZone: string(),
      endDateTimeZone: string(),
      isActive: boolean(),
      isCancelled: boolean(),
      isSignupEnabled: boolean(),
      signupLimit: integer(),
      numberOfSignups: integer(),
      creationDateTime: datetimeoffset(),
      lastModifiedDateTime: datetimeoffset(),
      locales: cultures({ title: string(), summary: string() }),
      individualInvitees: array(guid()),
    },
  },
} as const satisfies Record<string, RecordType>

const figuresAndMessages = {
  highscore: {
    section: "2.12",
    scope: [],
    fields: { id, name: string(), description: string(), lastResetDate: datetime() },
  },
  highscoreLevel: {
    section: "2.13",
    scope: ["highscoreId"],
    fields: {
      id,
      name: string(),
      alias: string(),
      externalId: string({ sameAs: "alias" }),
      requiredPoints: integer(),
    },
  },
  dataPoint: {
    section: "2.14",
    scope: ["dataSetId"],
    fields: {
      label: string(),
      timeStamp: datetimeoffset({ required: true }),
      value: double(),
      departmentId: guid(),
      userId: guid(),
    },
  },
  communicationTemplate: {
    section: "2.17",
    scope: [],
    fields: {
      id,
      name: string(),
      communicationTemplateCultures: array(
        object({
          cultureCode: string(),
          sms: object({ body: string() }),
          email: object({ subject: string(), body: string() }),
        }),
      ),
      creationDateTime: datetimeoffset(),
      lastModifiedDateTime: datetimeoffset(),
    },
  },
  notificationChannel: {
    section: "2.18",
    scope: [],
    fields: {
      id,
      name: string(),
      description: string(),
      pushEnabled: boolean(),
      locales: cultures({
        channelName: string(),
        defaultTitle: string(),
        defaultMessage: string(),
      }),
    },
  },
} as const satisfies Record<string, RecordType>

export const records = {
  ...trainingAndContent,
  ...organisation,
  ...formsAndCalendars,
  ...figuresAndMessages,
}

export type RecordName = keyof typeof records
