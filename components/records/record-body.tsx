import type { ComponentType } from "react"
import { ownValue } from "@/lib/catalogue"
import { CalendarEvent } from "./calendar-event"
import { CommunicationTemplate } from "./communication-template"
import { ContentPost } from "./content-post"
import type { RecordBodyProps } from "./record-body-props"
import { StageComment } from "./stage-comment"

interface RecordBody {
  readonly Body: ComponentType<RecordBodyProps>
  /** The fields that the body shows, which the list of all fields leaves out. */
  readonly shows: readonly string[]
}

/** Record types with a page of their own; every other one is shown by its fields alone. */
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

/** How a record of that type is shown, or undefined where its fields alone tell all. */
export const recordBody = (record: string): RecordBody | undefined => ownValue(bodies, record)
