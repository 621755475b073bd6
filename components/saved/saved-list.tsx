import Link from "next/link"
import { readTranslator } from "@/lib/client/messages/read-messages"
import { Card, CardHead } from "../ui/card"

/** A saved item, and its subject: a report or a data set. */
export interface SavedEntry {
  readonly id: string
  readonly href: string
  readonly name: string
  readonly of: string
}

interface SavedListProps {
  readonly entries: readonly SavedEntry[]
  /** The maximum number of items. */
  readonly atMost: number
}

/**
 * The first few items that the person saved or that were shared with them, by name, and a link to
 * all.
 */
export async function SavedList({ entries, atMost }: SavedListProps) {
  const t = await readTranslator("views")
  const frame = await readTranslator("frame")
  const shown = entries.slice(0, atMost)
  const more = entries.length - shown.length
  return (
    <Card aria-label={frame("pages.saved")}>
      <CardHead title={frame("pages.saved")} />
      {entries.length === 0 ? (
        <div className="p-4 text-ink-muted">
          <p className="text-ink">{t("nothing.title")}</p>
          <p className="mt-1">{t("nothing.detail")}</p>
        </div>
      ) : null}
      <ul className="divide-y">
        {shown.map(({ id, href, name, of }) => (
          <li key={id}>
            <Link
              href={href}
              prefetch={false}
              className="flex min-h-10 flex-wrap items-center gap-x-3 px-4 py-1.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
            >
              <span className="min-w-0 flex-1 break-words">{name}</span>
              <span className="text-ink-faint text-xs">{of}</span>
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <Link
          href="/saved"
          prefetch={false}
          className="block border-t px-4 py-2 text-accent-ink text-xs hover:underline"
        >
          {t("all", { count: entries.length })}
        </Link>
      ) : null}
    </Card>
  )
}
