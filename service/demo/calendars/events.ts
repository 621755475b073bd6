import { anchor, day, hour, printInstant } from "../anchor"
import type { Counts } from "../counts"
import { gapAt, withGap } from "../gaps"
import { guidOf } from "../guid"
import { drawPeople } from "../people"
import { cycle, type RandomStream, streamOf } from "../random"
import type { ContainerRow, DemoRow, Values } from "../rows"
import { pickInSeason } from "../season"
import { type Line, languages } from "../texts/text"
import { calendars, categoryId, type DemoCalendar } from "./calendars"

interface EventOutline {
  readonly calendar: DemoCalendar
  readonly number: number
  readonly id: string
  readonly title: Line
  readonly start: number
  readonly isCancelled: boolean
  readonly random: RandomStream
}

/** Events range from two years before to half a year after the anchor. */
function* listEvents(counts: Counts): Generator<EventOutline> {
  for (const calendar of calendars)
    for (let number = 0; number < counts.named(30, 3); number++) {
      const random = streamOf("event", calendar.subject.key, calendar.number, number)
      const start = anchor + random.whole(-730, 180) * day + random.whole(7, 18) * hour
      yield {
        calendar,
        number,
        id: guidOf("event", calendar.subject.key, calendar.number, number),
        title: pickInSeason(calendar.subject.events, start, random),
        start,
        isCancelled: number === 1 || random.chance(0.06),
        random,
      }
    }
}

const typeWeights = { Event: 70, ToDo: 26, Webinar: 4 } as const
const firstTypes = ["Event", "ToDo", "Webinar"] as const

function signUp(event: EventOutline, type: string) {
  const { random } = event
  const isSignupEnabled = type !== "ToDo" && random.chance(0.7)
  if (!isSignupEnabled)
    return { isSignupEnabled: random.orNull(0.05, false), signupLimit: null, numberOfSignups: null }
  const limit = random.chance(0.35) ? null : random.whole(2, 24) * 5
  const share = Math.min(1, random.fraction() * 1.3)
  return {
    isSignupEnabled,
    signupLimit: limit,
    numberOfSignups: event.isCancelled ? 0 : Math.floor(share * (limit ?? 60)),
  }
}

/** A to-do may have no date. */
function period({ start, random }: EventOutline, type: string) {
  const zone = random.pick(["Europe/Copenhagen", "Europe/Berlin", "Europe/London"])
  const wholeDay = random.chance(0.1)
  const end = start + (wholeDay ? day : random.whole(1, 8) * hour)
  return {
    startDate: type === "ToDo" && random.chance(0.1) ? null : printInstant(start),
    endDate: random.orNull(0.08, printInstant(end)),
    startDateTimeZone: random.orNull(0.15, zone),
    endDateTimeZone: random.orNull(0.25, zone),
  }
}

function localesOf({ calendar, title, random }: EventOutline): Values<"calendarEvent">["locales"] {
  return languages.map((culture) => ({
    culture: random.orNull(0.01, culture),
    title: random.orNull(0.01, title[culture]),
    summary: random.orNull(0.15, calendar.subject.summary[culture]),
  }))
}

/** Fields missing in events created by hand in an older system. */
const gaps = ["type", "isCancelled", "creationDateTime", "locales"] as const

function eventRow(event: EventOutline): DemoRow<"calendarEvent"> {
  const { calendar, number, random } = event
  const { subject, moduleId, individualInvitesEnabled } = calendar
  const type = number < firstTypes.length ? cycle(firstTypes, number) : random.weighted(typeWeights)
  const person = drawPeople(random)
  const invited = Array.from({ length: random.whole(1, 12) }, (_, index) => person(index))
  const created = event.start - random.whole(10, 90) * day
  const values = {
    id: event.id,
    categoryId: random.orNull(
      0.1,
      categoryId(subject, random.whole(0, subject.categories.length - 1)),
    ),
    type,
    ...period(event, type),
    isActive: random.orNull(0.03, !event.isCancelled && random.chance(0.95)),
    isCancelled: event.isCancelled,
    ...signUp(event, type),
    creationDateTime: printInstant(created),
    lastModifiedDateTime: random.orNull(0.4, printInstant(created + random.whole(1, 9) * day)),
    locales: localesOf(event),
    individualInvitees: individualInvitesEnabled ? invited : null,
  }
  const gap = gapAt(number, gaps, 30)
  return { scope: { moduleId, calendarId: calendar.id }, values: withGap(values, gap) }
}

export function* calendarEvents(counts: Counts): Generator<DemoRow<"calendarEvent">> {
  for (const event of listEvents(counts)) yield eventRow(event)
}

export function* calendarEventContainers(counts: Counts): Generator<ContainerRow> {
  for (const { calendar, id, title, start, isCancelled } of listEvents(counts)) {
    const date = printInstant(start).slice(0, 10)
    const name = `${title["en-GB"]}, ${date}${isCancelled ? " (cancelled)" : ""}`
    yield { kind: "calendarEvent", id, parentId: calendar.id, name }
  }
}
