import { ownValue, type Row } from "@/lib/catalogue"
import type { LinkOf } from "@/lib/client"
import { readTranslator } from "@/lib/client/messages/read-translator"
import { readValueLabel } from "@/lib/client/messages/read-value-label"
import { Badge } from "../ui/badge"
import { Card, CardHead } from "../ui/card"
import { KnownName } from "./known-name"
import { textAt } from "./read-field"

export interface MentionListProps {
  readonly mentions: readonly Row[]
  readonly linkOf: LinkOf
}

/** Whom a post mentions, with what kind of thing it is. */
export async function MentionList({ mentions, linkOf }: MentionListProps) {
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

/** The kinds of things whose names may be known (specification 2.2 rule 4). */
const named: { readonly [type: string]: "department" | "user" } = {
  Department: "department",
  User: "user",
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
