import Link from "next/link"
import type { Row } from "@/lib/catalogue"
import { translator } from "@/lib/client/messages"
import { Badge } from "../ui/badge"
import { Card, CardHead } from "../ui/card"
import { shortenId } from "../ui/short-id"
import type { LinkOf } from "./field-links"
import { textAt } from "./read-field"

export interface MentionListProps {
  readonly mentions: readonly Row[]
  readonly linkOf: LinkOf
}

/** Whom a post mentions, with what kind of thing it is. */
export function MentionList({ mentions, linkOf }: MentionListProps) {
  const t = translator("records")
  return (
    <Card aria-label={t("mentions")}>
      <CardHead title={t("mentions")} />
      {mentions.length === 0 ? <p className="p-4 text-ink-muted">{t("noMentions")}</p> : null}
      <ul className="divide-y">
        {mentions.map((mention) => (
          <Mention key={textAt(mention, "id")} mention={mention} linkOf={linkOf} />
        ))}
      </ul>
    </Card>
  )
}

function Mention({ mention, linkOf }: { mention: Row; linkOf: LinkOf }) {
  const id = textAt(mention, "id") ?? ""
  const type = textAt(mention, "type")
  const name = textAt(mention, "name") ?? shortenId(id)
  const href = type ? linkOf(type, id) : undefined
  return (
    <li className="flex min-h-9 items-center gap-2 px-4 py-1.5">
      <span className="min-w-0 flex-1 truncate">
        {href ? (
          <Link href={href} prefetch={false} className="hover:text-accent-ink hover:underline">
            {name}
          </Link>
        ) : (
          name
        )}
      </span>
      {type ? <Badge tone="outline">{type}</Badge> : null}
    </li>
  )
}
