import { readTranslator } from "@/lib/client/messages/read-translator"
import { CultureCard, Lacking } from "./culture-card"
import { HtmlPreview } from "./html-preview"
import { MediaList } from "./media-list"
import { MentionList } from "./mention-list"
import { PostAvailability } from "./post-availability"
import { PostPermissions } from "./post-permissions"
import { PostReactions } from "./post-reactions"
import { PostViews } from "./post-views"
import type { NamedCulture } from "./read-cultures"
import { rowsAt, textAt } from "./read-field"
import { RecordAside } from "./record-aside"
import type { RecordBodyProps } from "./record-body-props"
import { RecordMain } from "./record-main"

/** A content post (specification 2.2): its text in every language, who sees it when, who saw it and what its comments caused. */
export function ContentPost({ record, linkOf, lists, children }: RecordBodyProps) {
  const listOf = (type: string) => lists.find(({ operation }) => operation.record === type)
  const [views, reactions] = [listOf("contentView"), listOf("commentReaction")]
  return (
    <>
      <CultureCard entries={rowsAt(record, "locales")} field="culture">
        {(culture) => <LocaleText {...culture} />}
      </CultureCard>
      <RecordAside>
        <PostAvailability post={record} />
        <PostPermissions rules={rowsAt(record, "permissions")} linkOf={linkOf} />
        <MentionList mentions={rowsAt(record, "mentions")} linkOf={linkOf} />
        <MediaList
          medias={rowsAt(record, "medias")}
          featured={textAt(record, "featureMediaId")}
          featuredUrl={textAt(record, "featureMediaDownloadUrl")}
        />
      </RecordAside>
      <RecordMain>
        {views ? <PostViews list={views} /> : null}
        {reactions ? <PostReactions list={reactions} /> : null}
        {children}
      </RecordMain>
    </>
  )
}

async function LocaleText({ entry, name }: NamedCulture) {
  const t = await readTranslator("records")
  const title = textAt(entry, "title")
  const body = textAt(entry, "bodyText")
  return (
    <div className="space-y-3">
      {title ? (
        <h4 className="break-words font-semibold text-base">{title}</h4>
      ) : (
        <Lacking>{t("noTitle")}</Lacking>
      )}
      {body ? (
        <HtmlPreview html={body} title={t("bodyIn", { language: name })} />
      ) : (
        <Lacking>{t("noBody")}</Lacking>
      )}
    </div>
  )
}
