import { anchor, day, historyDays, hour, printInstant } from "./anchor"
import type { Counts } from "./counts"
import { gapAt } from "./gaps"
import { guidOf } from "./guid"
import { userId } from "./people"
import { type RandomStream, streamOf } from "./random"
import type { ContainerRow, DemoRow } from "./rows"
import { courseTexts, quizTexts } from "./texts/courses"

const courses = courseTexts.length
const lessons = 4
const questions = quizTexts.length

/** Names of courses, lessons and questions, which no endpoint lists. */
export function* trainingNames(): Generator<ContainerRow> {
  for (const [course, { name }] of courseTexts.entries())
    yield { kind: "course", id: guidOf("course", course), name }
  for (const [course, text] of courseTexts.entries())
    for (const [lesson, name] of text.lessons.entries()) {
      yield { kind: "courseLesson", id: guidOf("lesson", course, lesson), name }
      for (const [index, question] of quizTexts.entries()) {
        const id = guidOf("question", course, lesson, index)
        yield { kind: "courseQuestion", id, name: `${name}: ${question}` }
      }
    }
}

/** Courses are taken all year, more of them recently. Many start on the hour. */
function startTime(random: RandomStream): number {
  const ago = Math.floor(random.fraction() ** 1.5 * historyDays) + 1
  const minutes = random.chance(0.3) ? 0 : random.whole(0, 3_599)
  return anchor - ago * day + random.whole(6, 19) * hour + minutes * 1000
}

const states = { Completed: 60, InProgress: 22, NotStarted: 12, Failed: 6 } as const

function courseProgress(random: RandomStream) {
  const state = random.weighted(states)
  const completionRate = {
    Completed: 100,
    Failed: 100,
    NotStarted: 0,
    InProgress: random.whole(1, 2 * lessons - 1) * (50 / lessons),
  }[state]
  const score = state === "Failed" ? random.whole(10, 59) : random.whole(12, 20) * 5
  const performanceScore = state === "NotStarted" ? null : score
  const points = performanceScore === null ? null : Math.round((completionRate * score) / 100)
  return {
    courseParticipationState: random.orNull(0.01, state),
    completionRate,
    performanceScore,
    points,
  }
}

/** A few were imported from an older system without the time. */
const isUndated = (index: number) => gapAt(index, ["creationDateTime"], 4_000) !== undefined

export const countCourseParticipations = (counts: Counts) => counts.listed(20_000, 40)
export const countQuestionParticipations = (counts: Counts) => counts.listed(30_000, 60)

/** Who took which course and how far. Deprecated, served by v1 only (specification 2.1). */
export function* courseParticipations(counts: Counts): Generator<DemoRow<"courseParticipation">> {
  const amount = countCourseParticipations(counts)
  for (let index = 0; index < amount; index++) {
    const random = streamOf("course-participation", index)
    const started = startTime(random)
    const progress = courseProgress(random)
    const touched = Math.min(started + random.whole(5, 20_000) * 60_000, anchor)
    const values = {
      courseId: guidOf("course", random.whole(0, courses - 1)),
      userId: userId(index * 31),
      ...progress,
      completionRate: random.orNull(0.01, progress.completionRate),
      creationDateTime: isUndated(index) ? null : printInstant(started),
      lastModifiedDateTime: progress.performanceScore === null ? null : printInstant(touched),
    }
    yield { scope: {}, values }
  }
}

/** Who answered which question and how. Answers of one sitting share their second. */
export function* questionParticipations(
  counts: Counts,
): Generator<DemoRow<"questionParticipation">> {
  const amount = countQuestionParticipations(counts)
  for (let index = 0; index < amount; index++) {
    const sitting = streamOf("sitting", Math.floor(index / questions))
    const started = startTime(sitting)
    const [course, lesson] = [sitting.whole(0, courses - 1), sitting.whole(0, lessons - 1)]
    const random = streamOf("question-participation", index)
    const isCorrectAnswer = random.orNull(0.02, random.chance(0.78))
    const points =
      isCorrectAnswer === null ? null : isCorrectAnswer ? random.pick([5, 10, 10, 20]) : 0
    const values = {
      courseLessonId: guidOf("lesson", course, lesson),
      courseQuestionId: guidOf("question", course, lesson, index % questions),
      userId: userId(Math.floor(index / questions) * 17),
      isCorrectAnswer,
      points,
      creationDateTime: isUndated(index) ? null : printInstant(started),
      lastModifiedDateTime: random.chance(0.85)
        ? printInstant(started)
        : random.orNull(0.3, printInstant(Math.min(started + random.whole(1, 96) * hour, anchor))),
    }
    yield { scope: {}, values }
  }
}
