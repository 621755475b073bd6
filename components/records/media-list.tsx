import { File, Film, Image, type LucideIcon } from "lucide-react"
import type { Row } from "@/lib/catalogue"
import { translator } from "@/lib/client/messages"
import { Card, CardHead } from "../ui/card"
import { CopyButton } from "../ui/copy-button"
import { shortenId } from "../ui/short-id"
import { textAt } from "./read-field"

/** The files of a record. */
export function MediaList({ medias }: { medias: readonly Row[] }) {
  const t = translator("records")
  return (
    <Card aria-label={t("media")}>
      <CardHead title={t("media")} />
      {medias.length === 0 ? <p className="p-4 text-ink-muted">{t("noMedia")}</p> : null}
      <ul className="divide-y">
        {medias.map((media) => (
          <Media key={textAt(media, "id")} media={media} />
        ))}
      </ul>
    </Card>
  )
}

const icons: readonly (readonly [prefix: string, Icon: LucideIcon])[] = [
  ["image/", Image],
  ["video/", Film],
]

function Media({ media }: { media: Row }) {
  const id = textAt(media, "id") ?? ""
  const contentType = textAt(media, "contentType") ?? ""
  const name = textAt(media, "fileName") ?? shortenId(id)
  const href = textAt(media, "downloadUrl")
  const [, Icon = File] = icons.find(([prefix]) => contentType.startsWith(prefix)) ?? []
  return (
    <li className="flex min-h-10 items-center gap-2 px-4 py-1.5">
      <Icon className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        {href ? (
          <a
            href={href}
            target="_blank"
            rel="noreferrer"
            className="block truncate hover:text-accent-ink hover:underline"
          >
            {name}
          </a>
        ) : (
          <span className="block truncate">{name}</span>
        )}
        <span className="block truncate text-ink-faint text-xs">{contentType}</span>
      </span>
      <CopyButton value={id} />
    </li>
  )
}
