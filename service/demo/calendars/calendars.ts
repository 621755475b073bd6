import { anchor, day, historyDays, printInstant } from "../anchor"
import { withGap } from "../gaps"
import { guidOf } from "../guid"
import { streamOf } from "../random"
import type { ContainerRow, DemoRow, Values } from "../rows"
import { type CalendarSubject, calendarSubjects } from "../texts/calendars"
import { type Line, languages } from "../texts/text"

export interface DemoCalendar {
  readonly subject: CalendarSubject
  readonly moduleId: string
  readonly number: number
  readonly id: string
  readonly title: Line
  /** Null if nobody has chosen yet. */
  readonly individualInvitesEnabled: boolean | null
}

const moduleIdOf = (subject: CalendarSubject) => guidOf("calendar-module", subject.key)

export const categoryId = (subject: CalendarSubject, number: number): string =>
  guidOf("calendar-category", subject.key, number)

export const calendars: readonly DemoCalendar[] = calendarSubjects.flatMap((subject) =>
  subject.calendars.map((title, number) => ({
    subject,
    moduleId: moduleIdOf(subject),
    number,
    id: guidOf("calendar", subject.key, number),
    title,
    individualInvitesEnabled: number === 3 ? null : number % 2 === 0,
  })),
)

/** Set up in pairs, most of them together with the module. */
function setUpTimes(kind: string, subject: CalendarSubject, number: number) {
  const random = streamOf(kind, subject.key, Math.floor(number / 2))
  const created = anchor - historyDays * day - (random.chance(0.6) ? 0 : random.whole(1, 300) * day)
  const changed = created + random.whole(0, 3) * 30 * day
  return {
    creationDateTime: printInstant(created),
    lastModifiedDateTime: random.orNull(0.4, printInstant(changed)),
  }
}

export const titlesOf = (line: Line) =>
  languages.map((culture) => ({ culture, title: line[culture] }))

type Locales = Values<"calendar">["locales"]

/** The third is only partly translated, the fourth has no name at all. */
function localesAt(number: number, line: Line): Locales {
  if (number === 3) return null
  const titles: NonNullable<Locales> = titlesOf(line)
  if (number !== 2) return titles
  return [
    ...titles.slice(0, 1),
    { culture: "de-DE", title: null },
    { culture: null, title: line["en-GB"] },
  ]
}

const undatedAt = ({ key }: CalendarSubject, number: number) =>
  key === "training" && number === 2 ? "creationDateTime" : undefined

export function* calendarRows(): Generator<DemoRow<"calendar">> {
  for (const { subject, moduleId, number, id, title, individualInvitesEnabled } of calendars) {
    const random = streamOf("calendar", subject.key, number)
    const moderators = [1, 2, 3].slice(0, random.whole(0, 3)).map((n) => guidOf("user-group", n))
    const values = {
      id,
      moderators: number === 2 ? null : moderators,
      individualInvitesEnabled,
      limitParticipantsByHierarchy: number === 3 ? null : random.chance(0.4),
      ...setUpTimes("calendar-times", subject, number),
      locales: localesAt(number, title),
    }
    yield { scope: { moduleId }, values: withGap(values, undatedAt(subject, number)) }
  }
}

export function* calendarCategories(): Generator<DemoRow<"calendarCategory">> {
  for (const subject of calendarSubjects)
    for (const [number, title] of subject.categories.entries()) {
      const times = setUpTimes("category-times", subject, number)
      const values = {
        id: categoryId(subject, number),
        ...times,
        locales: localesAt(number, title),
      }
      const gap = undatedAt(subject, number)
      yield { scope: { moduleId: moduleIdOf(subject) }, values: withGap(values, gap) }
    }
}

export function* calendarContainers(): Generator<ContainerRow> {
  for (const subject of calendarSubjects)
    yield { kind: "calendarModule", id: moduleIdOf(subject), name: subject.name }
  for (const { id, moduleId, title } of calendars)
    yield { kind: "calendar", id, parentId: moduleId, name: title["en-GB"] }
}
