import type { Row } from "@/lib/catalogue"
import { translator } from "@/lib/client/messages"
import { Card, CardBody, CardHead } from "../ui/card"
import { cultureName } from "./culture-name"
import { CultureTabs } from "./culture-tabs"
import { HtmlPreview } from "./html-preview"
import { MediaList } from "./media-list"
import { MentionList } from "./mention-list"
import { PostAvailability } from "./post-availability"
import { PostPermissions } from "./post-permissions"
import { rowsAt, textAt } from "./read-field"
import { RecordAside } from "./record-aside"
import type { RecordBodyProps } from "./record-body-props"

/** A content post (specification 2.2): its text in every language, and who sees it when. */
export function ContentPost({ record, linkOf }: RecordBodyProps) {
  const t = translator("records")
  return (
    <>
      <Card aria-label={t("text")} className="lg:col-span-2">
        <CardHead title={t("text")} />
        <CardBody>
          <PostText post={record} />
        </CardBody>
      </Card>
      <RecordAside>
        <PostAvailability post={record} />
        <PostPermissions rules={rowsAt(record, "permissions")} linkOf={linkOf} />
        <MentionList mentions={rowsAt(record, "mentions")} linkOf={linkOf} />
        <MediaList medias={rowsAt(record, "medias")} />
      </RecordAside>
    </>
  )
}

function PostText({ post }: { post: Row }) {
  const t = translator("records")
  const tabs = rowsAt(post, "locales").map((locale, index) => {
    const culture = textAt(locale, "culture") ?? `${index}`
    const name = cultureName(culture)
    return { culture, name, content: <LocaleText locale={locale} name={name} /> }
  })
  if (tabs.length === 0) return <p className="text-ink-muted">{t("noText")}</p>
  return <CultureTabs label={t("languages")} tabs={tabs} />
}

function LocaleText({ locale, name }: { locale: Row; name: string }) {
  const t = translator("records")
  const title = textAt(locale, "title")
  const body = textAt(locale, "bodyText")
  return (
    <>
      {title ? <h3 className="mb-3 font-semibold text-base">{title}</h3> : null}
      {body ? (
        <HtmlPreview html={body} title={t("body", { title: title ?? name })} />
      ) : (
        <p className="text-ink-muted">{t("noBody")}</p>
      )}
    </>
  )
}
