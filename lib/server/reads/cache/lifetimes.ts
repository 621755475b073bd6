import { ownValue, type RecordName } from "../../../catalogue"

/**
 * How long an answer may be used after it was read, in milliseconds: unconditionally, while it is
 * being renewed, and while the platform fails.
 */
export interface AnswerLifetime {
  readonly freshMs: number
  readonly staleMs: number
  readonly staleIfErrorMs: number
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const lifetime = (freshMs: number, staleMs: number): AnswerLifetime => ({
  freshMs,
  staleMs: freshMs + staleMs,
  staleIfErrorMs: hour,
})

const short = lifetime(30 * second, 5 * minute)
const standard = lifetime(minute, 10 * minute)
const long = lifetime(5 * minute, 30 * minute)

/** The platform updates these at half past each hour (specification 8, "Other limits"). */
export const halfHourly = ["calendar", "calendarCategory"] as const satisfies readonly RecordName[]

const lifetimes = {
  courseParticipation: standard,
  contentPost: standard,
  commentReaction: short,
  questionParticipation: standard,
  contentView: short,
  department: short,
  userCustomField: long,
  stageReview: short,
  stageComment: short,
  feedbackComment: short,
  calendar: standard,
  calendarCategory: standard,
  calendarEvent: standard,
  highscore: standard,
  highscoreLevel: long,
  dataPoint: standard,
  communicationTemplate: long,
  notificationChannel: long,
} as const satisfies Record<RecordName, AnswerLifetime>

/** How long after half past the platform may still return the previous hour's data. */
const renewalMs = 5 * minute

function untilHalfPast(now: number): AnswerLifetime {
  const sinceHalfPast = (now + hour / 2) % hour
  const left = hour - sinceHalfPast
  const freshMs = sinceHalfPast < renewalMs ? Math.min(standard.freshMs, left) : left
  return { ...lifetime(freshMs, standard.staleMs), staleIfErrorMs: freshMs + hour }
}

/**
 * The lifetime of an answer made of such records that is read at `now`, in milliseconds since 1970.
 */
export function lifetimeOf(record: string, now: number): AnswerLifetime {
  if (halfHourly.some((name) => name === record)) return untilHalfPast(now)
  const known: { readonly [record: string]: AnswerLifetime } = lifetimes
  return ownValue(known, record) ?? standard
}
