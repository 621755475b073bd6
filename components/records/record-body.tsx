import type { ComponentType } from "react"
import { ownValue } from "@/lib/catalogue"
import { readTranslator } from "@/lib/client/messages/read-messages"
import { Card, CardBody, CardHead } from "../ui/card"
import { DateTime } from "../ui/date-time"
import { CalendarEvent } from "./calendar-event"
import { CommunicationTemplate } from "./communication-template"
import { ContentPost } from "./content-post"
import { KnownName } from "./known-name"
import { MediaList } from "./media-list"
import { rowsAt, textAt } from "./read-field"
import type { RecordBodyProps } from "./record-layout"
import { RecordAside, RecordMain } from "./record-layout"

/** A stage comment (specification 2.5): text, author and files. */
async function StageComment({ record, children }: RecordBodyProps) {
  const t = await readTranslator("records")
  const author = textAt(record, "userId")
  const created = textAt(record, "creationDateTime")
  const text = textAt(record, "value")
  return (
    <>
      <RecordAside>
        <MediaList medias={rowsAt(record, "medias")} />
      </RecordAside>
      <RecordMain>
        <Card aria-label={t("comment")}>
          <CardHead title={t("comment")} />
          <CardBody>
            <p className="flex flex-wrap items-center gap-x-3 text-ink-muted text-xs">
              {author ? (
                <span className="inline-flex items-center gap-1">
                  {t("writtenBy")} <KnownName id={author} of="user" />
                </span>
              ) : null}
              {created ? <DateTime value={created} relative /> : null}
            </p>
            {text ? (
              <blockquote
                dir="auto"
                className="mt-2 max-w-prose whitespace-pre-wrap break-words text-base"
              >
                {text}
              </blockquote>
            ) : (
              <p className="mt-2 text-ink-muted">{t("noText")}</p>
            )}
          </CardBody>
        </Card>
        {children}
      </RecordMain>
    </>
  )
}

interface RecordBody {
  readonly Body: ComponentType<RecordBodyProps>
  /** Fields that the body shows, and the list of all fields omits. */
  readonly shows: readonly string[]
}

/** Record types with a custom page; all others show their fields only. */
const bodies: { readonly [record: string]: RecordBody } = {
  contentPost: {
    Body: ContentPost,
    shows: [
      "locales",
      "medias",
      "mentions",
      "permissions",
      "status",
      "availableFrom",
      "startDateTimeZone",
      "availableUntil",
      "endDateTimeZone",
      "featureMediaId",
      "featureMediaDownloadUrl",
    ],
  },
  stageComment: { Body: StageComment, shows: ["value", "medias", "userId", "creationDateTime"] },
  calendarEvent: {
    Body: CalendarEvent,
    shows: [
      "locales",
      "startDate",
      "startDateTimeZone",
      "endDate",
      "endDateTimeZone",
      "isSignupEnabled",
      "signupLimit",
      "numberOfSignups",
      "individualInvitees",
      "isCancelled",
      "isActive",
      "type",
    ],
  },
  communicationTemplate: { Body: CommunicationTemplate, shows: ["communicationTemplateCultures"] },
}

/** The custom body of a record type; undefined if fields suffice. */
export const recordBody = (record: string): RecordBody | undefined => ownValue(bodies, record)
