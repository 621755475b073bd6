import { ownValue, type RecordName } from "../../../catalogue"
import type { Lifetime } from "./answer-store"

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const lasting = (freshMs: number, staleMs: number): Lifetime => ({
  freshMs,
  staleMs: freshMs + staleMs,
  keptMs: hour,
})

const lively = lasting(30 * second, 5 * minute)
const usual = lasting(minute, 10 * minute)
const steady = lasting(5 * minute, 30 * minute)

/** The platform renews these at half past each hour (specification 8, "Other limits"). */
export const halfHourly = ["calendar", "calendarCategory"] as const satisfies readonly RecordName[]

const lifetimes = {
  courseParticipation: usual,
  contentPost: usual,
  commentReaction: lively,
  questionParticipation: usual,
  contentView: lively,
  department: lively,
  userCustomField: steady,
  stageReview: lively,
  stageComment: lively,
  feedbackComment: lively,
  calendar: usual,
  calendarCategory: usual,
  calendarEvent: usual,
  highscore: usual,
  highscoreLevel: steady,
  dataPoint: usual,
  communicationTemplate: steady,
  notificationChannel: steady,
} as const satisfies Record<RecordName, Lifetime>

/** How long after half past the platform may still send the hour before. */
const settlingMs = 5 * minute

function untilHalfPast(now: number): Lifetime {
  const sinceHalfPast = (now + hour / 2) % hour
  const left = hour - sinceHalfPast
  const freshMs = sinceHalfPast < settlingMs ? Math.min(usual.freshMs, left) : left
  return { ...lasting(freshMs, usual.staleMs), keptMs: freshMs + hour }
}

/** How long an answer made of such records is good for when it is read at `now`, milliseconds since 1970. */
export function lifetimeOf(record: string, now: number): Lifetime {
  if (halfHourly.some((name) => name === record)) return untilHalfPast(now)
  const known: { readonly [record: string]: Lifetime } = lifetimes
  return ownValue(known, record) ?? usual
}
