import type { Row } from "@/lib/catalogue"
import { fieldLabel, translator } from "@/lib/client/messages"
import { Card, CardBody, CardHead } from "../ui/card"
import { ShortId } from "../ui/short-id"
import { cultureName } from "./culture-name"
import { CultureTabs } from "./culture-tabs"
import { EventTime } from "./event-time"
import { numberAt, rowsAt, textAt } from "./read-field"
import { RecordAside } from "./record-aside"
import type { RecordBodyProps } from "./record-body-props"

/** A calendar event (specification 2.9): what, when, and who comes. */
export function CalendarEvent({ record }: RecordBodyProps) {
  const t = translator("records")
  const tabs = rowsAt(record, "locales").map((locale, index) => {
    const culture = textAt(locale, "culture") ?? `${index}`
    return { culture, name: cultureName(culture), content: <EventText locale={locale} /> }
  })
  return (
    <>
      <Card aria-label={t("text")} className="lg:col-span-2">
        <CardHead title={t("text")} />
        <CardBody>
          {tabs.length > 0 ? (
            <CultureTabs label={t("languages")} tabs={tabs} />
          ) : (
            <p className="text-ink-muted">{t("noText")}</p>
          )}
        </CardBody>
      </Card>
      <RecordAside>
        <EventTimes event={record} />
        <Attendance event={record} />
      </RecordAside>
    </>
  )
}

function EventText({ locale }: { locale: Row }) {
  return (
    <>
      <h3 className="font-semibold text-base">{textAt(locale, "title")}</h3>
      <p className="mt-2 max-w-prose whitespace-pre-wrap text-ink-muted">
        {textAt(locale, "summary")}
      </p>
    </>
  )
}

const bounds = [
  ["startDate", "startDateTimeZone"],
  ["endDate", "endDateTimeZone"],
] as const

function EventTimes({ event }: { event: Row }) {
  const t = translator("records")
  return (
    <Card aria-label={t("event.when")}>
      <CardHead title={t("event.when")} />
      <CardBody>
        <dl className="grid grid-cols-[4rem_minmax(0,1fr)] gap-y-2">
          {bounds.map(([time, zone]) => {
            const value = textAt(event, time)
            return value ? (
              <div key={time} className="contents">
                <dt className="text-ink-muted">{fieldLabel(time)}</dt>
                <dd>
                  <EventTime value={value} zone={textAt(event, zone)} />
                </dd>
              </div>
            ) : null
          })}
        </dl>
      </CardBody>
    </Card>
  )
}

function Attendance({ event }: { event: Row }) {
  const t = translator("records")
  const invitees = Array.isArray(event["individualInvitees"]) ? event["individualInvitees"] : []
  return (
    <Card aria-label={t("attendance")}>
      <CardHead title={t("attendance")} />
      <CardBody className="space-y-3">
        <Places event={event} />
        {invitees.length > 0 ? (
          <div>
            <p className="text-ink-muted text-xs">{t("event.invitees")}</p>
            <ul className="mt-1 flex flex-wrap gap-x-3">
              {invitees.map((id) => (
                <li key={`${id}`}>
                  <ShortId id={`${id}`} />
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </CardBody>
    </Card>
  )
}

function Places({ event }: { event: Row }) {
  const t = translator("records")
  const count = numberAt(event, "numberOfSignups") ?? 0
  const limit = numberAt(event, "signupLimit")
  if (event["isSignupEnabled"] === false)
    return <p className="text-ink-muted">{t("event.signupClosed")}</p>
  if (!limit) return <p>{t("event.noLimit", { count })}</p>
  const label = t("event.taken", { count, limit })
  return (
    <div>
      <p>{label}</p>
      <meter
        aria-label={label}
        min={0}
        max={limit}
        value={Math.min(count, limit)}
        className="place-meter mt-2"
      />
    </div>
  )
}
