import type { Row } from "@/lib/catalogue"
import { readTranslator } from "@/lib/client/messages/read-messages"
import { Card, CardBody, CardHead } from "../ui/card"
import type { NamedCulture } from "./culture-card"
import { CultureCard, Lacking } from "./culture-card"
import { HtmlPreview } from "./html-preview"
import { markersIn, splitMarkers } from "./markers"
import { objectAt, rowsAt, textAt } from "./read-field"
import type { RecordBodyProps } from "./record-layout"
import { RecordAside, RecordMain } from "./record-layout"

/** Highlights the `#name#` markers of a text. */
function MarkedText({ text }: { text: string }) {
  return (
    <span className="whitespace-pre-wrap break-words">
      {splitMarkers(text).map((part, index) =>
        part.marker ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
          <Marker key={index} text={part.text} />
        ) : (
          part.text
        ),
      )}
    </span>
  )
}

function Marker({ text }: { text: string }) {
  return (
    <mark className="rounded-sm bg-accent-soft px-1 py-px font-mono text-accent-ink text-xs">
      {text}
    </mark>
  )
}

/** A communication template (specification 2.17): SMS and e-mail in every language. */
export function CommunicationTemplate({ record, children }: RecordBodyProps) {
  const cultures = rowsAt(record, "communicationTemplateCultures")
  return (
    <>
      <CultureCard entries={cultures} field="cultureCode">
        {(culture) => <Messages {...culture} />}
      </CultureCard>
      <RecordAside>
        <Markers markers={markersIn(cultures.flatMap(textsOf))} />
      </RecordAside>
      <RecordMain>{children}</RecordMain>
    </>
  )
}

const partsOf = (entry: Row) => ({
  sms: textAt(objectAt(entry, "sms") ?? {}, "body"),
  subject: textAt(objectAt(entry, "email") ?? {}, "subject"),
  body: textAt(objectAt(entry, "email") ?? {}, "body"),
})

const textsOf = (entry: Row): string[] =>
  Object.values(partsOf(entry)).filter((text) => text !== undefined)

async function Messages({ entry, name }: NamedCulture) {
  const t = await readTranslator("records")
  const { sms, subject, body } = partsOf(entry)
  const hasEmail = subject !== undefined || body !== undefined
  return (
    <div className="space-y-6">
      <section>
        <h4 className="mb-2 font-medium text-ink-muted text-xs">{t("sms")}</h4>
        {sms ? <SmsMessage text={sms} /> : <Lacking>{t("noSms")}</Lacking>}
      </section>
      <section>
        <h4 className="mb-2 font-medium text-ink-muted text-xs">{t("email")}</h4>
        {hasEmail ? (
          <EmailMessage subject={subject} body={body} language={name} />
        ) : (
          <Lacking>{t("noEmail")}</Lacking>
        )}
      </section>
    </div>
  )
}

async function SmsMessage({ text }: { text: string }) {
  const t = await readTranslator("records")
  return (
    <>
      <p className="w-fit max-w-md rounded-xl rounded-bl-sm bg-pressed px-3 py-2">
        <MarkedText text={text} />
      </p>
      <p className="mt-1 text-ink-faint text-xs">{t("smsLength", { count: text.length })}</p>
    </>
  )
}

interface EmailMessageProps {
  readonly subject: string | undefined
  readonly body: string | undefined
  readonly language: string
}

async function EmailMessage({ subject, body, language }: EmailMessageProps) {
  const t = await readTranslator("records")
  return (
    <>
      <p className="mb-2">
        <span className="mr-2 text-ink-muted">{t("subject")}</span>
        {subject ? (
          <span className="font-medium">
            <MarkedText text={subject} />
          </span>
        ) : (
          <span className="text-ink-muted">{t("noSubject")}</span>
        )}
      </p>
      {body ? (
        <HtmlPreview html={body} title={t("emailBody", { language })} hasMarkers />
      ) : (
        <Lacking>{t("noEmailBody")}</Lacking>
      )}
    </>
  )
}

async function Markers({ markers }: { markers: readonly string[] }) {
  const t = await readTranslator("records")
  return (
    <Card aria-label={t("markers")}>
      <CardHead title={t("markers")} />
      <CardBody>
        <p className="text-ink-muted text-xs">
          {t(markers.length > 0 ? "markersNote" : "noMarkers")}
        </p>
        {markers.length > 0 ? (
          <ul className="mt-3 flex flex-wrap gap-1.5">
            {markers.map((marker) => (
              <li key={marker}>
                <Marker text={marker} />
              </li>
            ))}
          </ul>
        ) : null}
      </CardBody>
    </Card>
  )
}
