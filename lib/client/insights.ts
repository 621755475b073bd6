import { type Area, addDays, startOfDay, summaryLimits, type Today } from "../catalogue"

/**
 * How an insight is drawn: each share as a row; groups as bars; a figure over time; or groups, such
 * as posts, with all their figures.
 */
export type InsightKind = "shares" | "bars" | "course" | "table"

/** A summary of a whole list as a tile, which links to the full summary (`docs/answers.md`). */
export interface Insight {
  readonly id: string
  readonly kind: InsightKind
  /** The whole list's id. */
  readonly list: string
  /** The summary's own search parameters. */
  readonly search: string
  /** True if it is only about the newest records, so that data under those suffices. */
  readonly ofNewest?: boolean
}

/**
 * What insights depend on besides the data: the reader's day and zone, and the cultures in which
 * departments read posts.
 */
export interface InsightContext extends Today {
  readonly cultures: readonly string[]
}

/** Midnight in the reader's zone, N days ago, or ahead if negative. */
const midnight = ({ today, zone }: Today, daysAgo: number) =>
  startOfDay(addDays(today, -daysAgo), zone)

interface InsightFacts extends Omit<Insight, "id" | "search"> {
  /** Undefined if there is nothing to query. */
  readonly search: string | ((context: InsightContext) => string | undefined)
}

/** The groups that fit a tile. */
const few = "top=6"

/** Every insight by area, in the order of the area's page. */
const facts = {
  content: {
    newestReads: {
      kind: "table",
      list: "all-content-views",
      search: `dateViewed[ne]=&group=contentId&measure=distinct:userId&measure=share:dateSwiped[ne]=&measure=minimum:dateViewed&sort=-3&${few}`,
      ofNewest: true,
    },
    mostReaders: {
      kind: "bars",
      list: "all-content-views",
      search: `dateSwiped[ne]=&group=contentId&measure=distinct:userId&sort=-1&${few}`,
    },
    readings: {
      kind: "course",
      list: "all-content-views",
      search: "dateSwiped[ne]=&group=dateSwiped:month&measure=count&top=24",
    },
    timeToReadByMonth: {
      kind: "course",
      list: "all-content-views",
      search: "dateSwiped[ne]=&group=dateSwiped:month&measure=median:daysToRead&top=24",
    },
    timeToRead: {
      kind: "table",
      list: "all-content-views",
      search: `daysToRead[ne]=&group=contentId&measure=median:daysToRead&measure=p90:daysToRead&sort=-1&${few}`,
    },
    languages: {
      kind: "shares",
      list: "all-content-posts",
      search: ({ cultures }) =>
        cultures.length === 0
          ? undefined
          : cultures
              .slice(0, summaryLimits.measures)
              .map((culture) => `measure=share:culture[ne]=${culture}`)
              .join("&"),
    },
    postLanguages: {
      kind: "table",
      list: "all-content-posts",
      search: ({ cultures }) =>
        cultures.length === 0
          ? undefined
          : `group=id&${cultures
              .slice(0, summaryLimits.measures)
              .map((culture) => `measure=share:culture=${culture}`)
              .join("&")}&sort=1&${few}`,
    },
    drafts: {
      kind: "shares",
      list: "all-content-posts",
      search: (now) =>
        `measure=share:status=Draft&measure=share:creationDateTime[gte]=${midnight(now, 29)}`,
    },
    reactions: {
      kind: "bars",
      list: "all-comment-reactions",
      search: `group=type&measure=count&${few}`,
    },
  },
  training: {
    hardestLessons: {
      kind: "table",
      list: "all-question-participations",
      search: `group=courseLessonId&measure=share:isCorrectAnswer=false&measure=count&sort=-1&${few}`,
    },
    hardestQuestions: {
      kind: "table",
      list: "all-question-participations",
      search: `group=courseQuestionId&measure=share:isCorrectAnswer=false&measure=count&sort=-1&${few}`,
    },
    unfinished: {
      kind: "table",
      list: "all-course-participations",
      search: `group=courseId&measure=share:courseParticipationState[ne]=Completed&measure=share:courseParticipationState=&measure=count&sort=-1&${few}`,
    },
    completion: {
      kind: "bars",
      list: "all-course-participations",
      search: `group=courseParticipationState&measure=count&${few}`,
    },
    answers: {
      kind: "course",
      list: "all-question-participations",
      search: "group=creationDateTime:month&measure=count&top=24",
    },
    rightAnswers: {
      kind: "course",
      list: "all-question-participations",
      search: "group=creationDateTime:month&measure=share:isCorrectAnswer=true&top=24",
    },
  },
  serviceForms: {
    waiting: {
      kind: "shares",
      list: "all-stage-reviews",
      search: (now) =>
        [7, 14, 30, 90]
          .map((days) => `measure=share:creationDateTime[lt]=${midnight(now, days)}`)
          .concat("status=Pending")
          .join("&"),
    },
    waitingLongest: {
      kind: "table",
      list: "all-stage-reviews",
      search: `status=Pending&group=formId&measure=minimum:creationDateTime&measure=count&sort=1&${few}`,
    },
    waitingWith: {
      kind: "table",
      list: "all-stage-reviews",
      search: `status=Pending&group=userId&measure=minimum:creationDateTime&measure=count&sort=1&${few}`,
    },
    waitingByStep: {
      kind: "bars",
      list: "all-stage-reviews",
      search: `status=Pending&group=stageId&measure=count&${few}`,
    },
    timeToDecision: {
      kind: "table",
      list: "all-stage-reviews",
      search: `daysToDecision[ne]=&group=formId&measure=median:daysToDecision&measure=p90:daysToDecision&sort=-1&${few}`,
    },
    timeToDecisionByMonth: {
      kind: "course",
      list: "all-stage-reviews",
      search: "reviewDateTime[ne]=&group=reviewDateTime:month&measure=median:daysToDecision&top=24",
    },
    decisionsByMonth: {
      kind: "table",
      list: "all-stage-reviews",
      search: `reviewDateTime[ne]=&group=reviewDateTime:month&measure=share:status=Approved&measure=share:status=Rejected&${few}`,
    },
    decisions: {
      kind: "bars",
      list: "all-stage-reviews",
      search: `group=status&measure=count&${few}`,
    },
    submitted: {
      kind: "course",
      list: "all-stage-reviews",
      search: "group=creationDateTime:month&measure=count&top=24",
    },
    comments: {
      kind: "bars",
      list: "all-feedback-comments",
      search: `group=formId&measure=count&${few}`,
    },
  },
  calendars: {
    nextEvents: {
      kind: "table",
      list: "all-calendar-events",
      search: (now) =>
        `startDate[gte]=${midnight(now, 0)}&isCancelled[ne]=true&group=id&measure=minimum:startDate&measure=sum:numberOfSignups&sort=1&${few}`,
    },
    comingEvents: {
      kind: "shares",
      list: "all-calendar-events",
      search: (now) =>
        [7, 30]
          .map((days) => `measure=share:startDate[lt]=${midnight(now, -days)}`)
          .concat(`startDate[gte]=${midnight(now, 0)}`, "isCancelled[ne]=true")
          .join("&"),
    },
    eventsByMonth: {
      kind: "course",
      list: "all-calendar-events",
      search: (now) =>
        `startDate[lt]=${midnight(now, -1)}&isCancelled[ne]=true&group=startDate:month&measure=count&top=24`,
    },
    signups: {
      kind: "table",
      list: "all-calendar-events",
      search: `group=calendarId&measure=sum:numberOfSignups&measure=average:numberOfSignups&sort=-1&${few}`,
    },
    cancelledEvents: {
      kind: "shares",
      list: "all-calendar-events",
      search: "measure=share:isCancelled=true&measure=share:isActive=false",
    },
    calendarsByModule: {
      kind: "bars",
      list: "all-calendars",
      search: `group=moduleId&measure=count&${few}`,
    },
    categoriesByModule: {
      kind: "bars",
      list: "all-calendar-categories",
      search: `group=moduleId&measure=count&${few}`,
    },
    calendarChanges: {
      kind: "shares",
      list: "all-calendars",
      search: (now) =>
        `measure=share:lastModifiedDateTime[gte]=${midnight(now, 29)}&measure=share:individualInvitesEnabled=true`,
    },
  },
  highscores: {
    levels: {
      kind: "table",
      list: "all-highscore-levels",
      search: `group=highscoreId&measure=count&measure=maximum:requiredPoints&sort=-1&${few}`,
    },
    resets: {
      kind: "shares",
      list: "all-highscores",
      search: (now) =>
        `measure=share:lastResetDate=&measure=share:lastResetDate[gte]=${midnight(now, 89)}`,
    },
  },
  departments: {
    incomplete: {
      kind: "shares",
      list: "all-departments",
      search: ["addressLine=", "email=", "timeZone=", "city=", "phoneNumber.number="]
        .map((condition) => `measure=share:${condition}`)
        .join("&"),
    },
    noManager: {
      kind: "shares",
      list: "all-departments",
      search: "measure=share:managerUserId=",
    },
    types: { kind: "bars", list: "all-departments", search: "group=type&measure=count&top=10" },
    changedLately: {
      kind: "shares",
      list: "all-departments",
      search: (now) =>
        [6, 29]
          .map((days) => `measure=share:lastModifiedDateTime[gte]=${midnight(now, days)}`)
          .join("&"),
    },
    departmentChanges: {
      kind: "course",
      list: "all-departments",
      search: "group=lastModifiedDateTime:month&measure=count&top=24",
    },
  },
  kpis: {},
  communication: {
    templateLanguages: {
      kind: "shares",
      list: "all-communication-templates",
      search: ({ cultures }) =>
        cultures.length === 0
          ? undefined
          : cultures
              .slice(0, summaryLimits.measures)
              .map((culture) => `measure=share:culture[ne]=${culture}`)
              .join("&"),
    },
    templateUpkeep: {
      kind: "shares",
      list: "all-communication-templates",
      search: (now) =>
        `measure=share:culture=&measure=share:name=&measure=share:lastModifiedDateTime[lt]=${midnight(now, 365)}`,
    },
    channels: {
      kind: "shares",
      list: "all-notification-channels",
      search:
        "measure=share:pushEnabled=true&measure=share:pushEnabled=false&measure=share:pushEnabled=",
    },
  },
} as const satisfies Record<Area, Readonly<Record<string, InsightFacts>>>

/** Data about one course or person, filtered by id, for its page. */
const aboutFacts = {
  course: {
    courseStates: {
      kind: "shares",
      list: "all-course-participations",
      search:
        "measure=share:courseParticipationState=Completed&measure=share:courseParticipationState[ne]=Completed&measure=share:courseParticipationState=",
    },
    courseRegions: {
      kind: "table",
      list: "all-course-participations",
      search: `group=userRegionId&measure=share:courseParticipationState[ne]=Completed&measure=count&sort=-1&${few}`,
    },
    courseDepartments: {
      kind: "table",
      list: "all-course-participations",
      search: `group=userDepartmentId&measure=share:courseParticipationState[ne]=Completed&measure=count&sort=-1&${few}`,
    },
    courseBegun: {
      kind: "course",
      list: "all-course-participations",
      search: "group=creationDateTime:month&measure=count&top=24",
    },
  },
  person: {
    personCourses: {
      kind: "table",
      list: "all-course-participations",
      search: `group=courseId&measure=average:completionRate&measure=maximum:lastModifiedDateTime&sort=1&${few}`,
    },
    personAnswers: {
      kind: "table",
      list: "all-question-participations",
      search: `group=courseLessonId&measure=share:isCorrectAnswer=false&measure=count&sort=-1&${few}`,
    },
    personPostsSeen: {
      kind: "table",
      list: "all-content-views",
      search: `group=contentId&measure=minimum:dateViewed&measure=minimum:dateSwiped&sort=-1&${few}`,
    },
    personReviews: {
      kind: "bars",
      list: "all-stage-reviews",
      search: `group=status&measure=count&${few}`,
    },
    personPosts: {
      kind: "bars",
      list: "all-content-posts",
      search: `group=status&measure=count&${few}`,
    },
    personReactions: {
      kind: "bars",
      list: "all-comment-reactions",
      search: `group=type&measure=count&${few}`,
    },
    personComments: {
      kind: "bars",
      list: "all-feedback-comments",
      search: `group=formId&measure=count&${few}`,
    },
  },
} as const satisfies Record<string, Readonly<Record<string, InsightFacts>>>

const aboutFields = { course: "courseId", person: "userId" } as const

type KeysOf<T> = T extends unknown ? keyof T : never
/** The id of an insight, which its texts share. */
export type InsightId =
  | KeysOf<(typeof facts)[Area]>
  | KeysOf<(typeof aboutFacts)[keyof typeof aboutFacts]>

export type NamedInsight = Insight & { readonly id: InsightId }

/** The insights of an area's page; empty for areas with a custom page. */
export const insightsOf = (area: Area, context: InsightContext): readonly NamedInsight[] =>
  Object.entries<InsightFacts>(facts[area]).flatMap(([id, { search, ...rest }]) => {
    const text = typeof search === "string" ? search : search(context)
    return text === undefined ? [] : [{ ...rest, id: id as InsightId, search: text }]
  })

/** The insights about a course or person by id. */
export const insightsAbout = (kind: keyof typeof aboutFacts, id: string): readonly NamedInsight[] =>
  Object.entries<InsightFacts & { readonly search: string }>(aboutFacts[kind]).map(
    ([name, { search, ...rest }]) => ({
      ...rest,
      id: name as InsightId,
      search: `${aboutFields[kind]}=${id}&${search}`,
    }),
  )

/**
 * The order of insights on Home: pending work first; those whose lists the person may not read are
 * omitted.
 */
const ofHome = {
  attention: ["waitingWith", "languages", "noManager"],
  glance: ["newestReads", "unfinished", "changedLately"],
} as const satisfies Record<string, readonly InsightId[]>

/** The insights of a section of Home, from all areas. */
export const homeInsights = (
  context: InsightContext,
  part: keyof typeof ofHome,
): readonly NamedInsight[] => {
  const all = (Object.keys(facts) as Area[]).flatMap((area) => insightsOf(area, context))
  return ofHome[part].flatMap((id) => all.filter((insight) => insight.id === id))
}
