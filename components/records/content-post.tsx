import { ownValue, type Row } from "@/lib/catalogue"
import type { LinkOf } from "@/lib/client"
import { readTranslator, readValueLabel } from "@/lib/client/messages/read-messages"
import { Badge } from "../ui/badge"
import { Card, CardHead } from "../ui/card"
import type { NamedCulture } from "./culture-card"
import { CultureCard, Lacking } from "./culture-card"
import { HtmlPreview } from "./html-preview"
import { KnownName } from "./known-name"
import { MediaList } from "./media-list"
import { PostAvailability } from "./post-availability"
import { PostPermissions } from "./post-permissions"
import { PostReactions } from "./post-reactions"
import { PostViews } from "./post-views"
import { rowsAt, textAt } from "./read-field"
import type { RecordBodyProps } from "./record-layout"
import { RecordAside, RecordMain } from "./record-layout"

interface MentionListProps {
  readonly mentions: readonly Row[]
  readonly linkOf: LinkOf
}

/** The mentions of a post, with the kind of each. */
async function MentionList({ mentions, linkOf }: MentionListProps) {
  const t = await readTranslator("records")
  return (
    <Card aria-label={t("mentions")}>
      <CardHead title={t("mentions")} />
      {mentions.length === 0 ? <p className="p-4 text-ink-muted">{t("noMentions")}</p> : null}
      <ul className="divide-y">
        {mentions.map((mention, index) => (
          <Mention key={textAt(mention, "id") ?? index} mention={mention} linkOf={linkOf} />
        ))}
      </ul>
    </Card>
  )
}

/** The kinds whose names may be known (specification 2.2 rule 4). */
const named: { readonly [type: string]: "department" | "user" | "userGroup" } = {
  Department: "department",
  User: "user",
  "User group": "userGroup",
}

async function Mention({ mention, linkOf }: { mention: Row; linkOf: LinkOf }) {
  const t = await readTranslator("records")
  const labelOf = await readValueLabel()
  const id = textAt(mention, "id")
  const type = textAt(mention, "type") ?? ""
  const name = textAt(mention, "name")
  return (
    <li className="flex min-h-9 items-center gap-2 px-4 py-1.5">
      <span className="min-w-0 flex-1">
        {id ? (
          <KnownName id={id} name={name} of={ownValue(named, type)} href={linkOf(type, id)} />
        ) : (
          (name ?? t("unnamed"))
        )}
      </span>
      {type ? <Badge tone="outline">{labelOf("type", type)}</Badge> : null}
    </li>
  )
}

/**
 * A content post (specification 2.2): its text in every language, its audience and availability,
 * its views and the reactions to its comments.
 */
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
