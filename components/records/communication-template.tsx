import type { Row } from "@/lib/catalogue"
import { translator } from "@/lib/client/messages"
import { Card, CardBody, CardHead } from "../ui/card"
import { cultureName } from "./culture-name"
import { CultureTabs } from "./culture-tabs"
import { HtmlPreview } from "./html-preview"
import { MarkedText, Marker } from "./marked-text"
import { markersIn } from "./markers"
import { rowAt, rowsAt, textAt } from "./read-field"
import { RecordAside } from "./record-aside"
import type { RecordBodyProps } from "./record-body-props"

/** A communication template (specification 2.17): SMS and e-mail in every language. */
export function CommunicationTemplate({ record }: RecordBodyProps) {
  const t = translator("records")
  const cultures = rowsAt(record, "communicationTemplateCultures")
  const tabs = cultures.map((entry, index) => {
    const culture = textAt(entry, "cultureCode") ?? `${index}`
    const name = cultureName(culture)
    return { culture, name, content: <Messages entry={entry} language={name} /> }
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
        <Markers markers={markersIn(cultures.flatMap(textsOf))} />
      </RecordAside>
    </>
  )
}

const textsOf = (entry: Row): string[] =>
  [
    textAt(rowAt(entry, "sms") ?? {}, "body"),
    textAt(rowAt(entry, "email") ?? {}, "subject"),
    textAt(rowAt(entry, "email") ?? {}, "body"),
  ].filter((text) => text !== undefined)

function Messages({ entry, language }: { entry: Row; language: string }) {
  const t = translator("records")
  const sms = textAt(rowAt(entry, "sms") ?? {}, "body")
  const email = rowAt(entry, "email")
  return (
    <div className="space-y-6">
      {sms ? (
        <section>
          <h3 className="mb-2 font-medium text-ink-muted text-xs">{t("sms")}</h3>
          <p className="max-w-md rounded-xl rounded-bl-sm bg-pressed px-3 py-2">
            <MarkedText text={sms} />
          </p>
          <p className="mt-1 text-ink-faint text-xs">{t("smsLength", { count: sms.length })}</p>
        </section>
      ) : null}
      {email ? <EmailMessage email={email} language={language} /> : null}
    </div>
  )
}

function EmailMessage({ email, language }: { email: Row; language: string }) {
  const t = translator("records")
  const body = textAt(email, "body")
  return (
    <section>
      <h3 className="mb-2 font-medium text-ink-muted text-xs">{t("email")}</h3>
      <p className="mb-2">
        <span className="mr-2 text-ink-muted">{t("subject")}</span>
        <span className="font-medium">
          <MarkedText text={textAt(email, "subject") ?? t("noSubject")} />
        </span>
      </p>
      {body ? <HtmlPreview html={body} title={t("emailBody", { language })} /> : null}
    </section>
  )
}

function Markers({ markers }: { markers: readonly string[] }) {
  const t = translator("records")
  if (markers.length === 0) return null
  return (
    <Card aria-label={t("markers")}>
      <CardHead title={t("markers")} />
      <CardBody>
        <p className="mb-3 text-ink-muted text-xs">{t("markersNote")}</p>
        <ul className="flex flex-wrap gap-1.5">
          {markers.map((marker) => (
            <li key={marker}>
              <Marker text={marker} />
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}
