import type { Row } from "@/lib/catalogue"
import { readFieldLabel, readTranslator } from "@/lib/client/messages/read-messages"
import { Card, CardBody, CardHead } from "../ui/card"
import { CultureCard, Lacking } from "./culture-card"
import { EventTime } from "./event-time"
import { InviteeTable } from "./known-name"
import { numberAt, rowsAt, textAt } from "./read-field"
import type { RecordBodyProps } from "./record-layout"
import { RecordAside, RecordMain } from "./record-layout"

/** A calendar event (specification 2.9): content, time and invitees. */
export function CalendarEvent({ record, children }: RecordBodyProps) {
  return (
    <>
      <CultureCard entries={rowsAt(record, "locales")} field="culture">
        {({ entry }) => <EventText locale={entry} />}
      </CultureCard>
      <RecordAside>
        <EventTimes event={record} />
        <Attendance event={record} />
      </RecordAside>
      <RecordMain>{children}</RecordMain>
    </>
  )
}

async function EventText({ locale }: { locale: Row }) {
  const t = await readTranslator("records")
  const title = textAt(locale, "title")
  const summary = textAt(locale, "summary")
  return (
    <div className="space-y-2">
      {title ? (
        <h4 className="break-words font-semibold text-base">{title}</h4>
      ) : (
        <Lacking>{t("noTitle")}</Lacking>
      )}
      {summary ? (
        <p className="max-w-prose whitespace-pre-wrap break-words text-ink-muted">{summary}</p>
      ) : (
        <Lacking>{t("event.noSummary")}</Lacking>
      )}
    </div>
  )
}

const bounds = [
  ["startDate", "startDateTimeZone"],
  ["endDate", "endDateTimeZone"],
] as const

async function EventTimes({ event }: { event: Row }) {
  const t = await readTranslator("records")
  const fieldLabel = await readFieldLabel()
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

async function Attendance({ event }: { event: Row }) {
  const t = await readTranslator("records")
  const invitees = Array.isArray(event["individualInvitees"]) ? event["individualInvitees"] : []
  const label = t("event.invitees")
  return (
    <Card aria-label={t("attendance")}>
      <CardHead title={t("attendance")} />
      <CardBody className="space-y-3">
        <Places event={event} />
        {invitees.length === 0 ? (
          <p className="text-ink-muted">{t("event.noInvitees")}</p>
        ) : (
          <div>
            <p className="mb-1 text-ink-muted text-xs">{label}</p>
            <InviteeTable label={label} ids={invitees.map((id) => `${id}`)} />
          </div>
        )}
      </CardBody>
    </Card>
  )
}

async function Places({ event }: { event: Row }) {
  const t = await readTranslator("records")
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
