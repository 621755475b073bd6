import { ArrowRight } from "lucide-react"
import Link from "next/link"
import { readTranslator } from "@/lib/client/messages/read-messages"
import { Card, CardHead } from "../ui/card"

/** A type of single records, with how many of them the workspace names. */
export interface RecordTypeLink {
  readonly operation: string
  readonly title: string
  readonly named: number
}

/** The types of single records, each with the page where one is found. */
export async function RecordTypes({ types }: { types: readonly RecordTypeLink[] }) {
  const t = await readTranslator("records")
  return (
    <Card aria-label={t("start.types")}>
      <CardHead title={t("start.types")} />
      <ul className="divide-y">
        {types.map(({ operation, title, named }) => (
          <li key={operation}>
            <Link
              href={`/records/${operation}`}
              prefetch={false}
              className="flex min-h-10 items-center gap-3 px-4 py-1.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
            >
              <span className="min-w-0 flex-1">
                <span className="block">{title}</span>
                <span className="block text-ink-faint text-xs">
                  {t("start.named", { count: named })}
                </span>
              </span>
              <ArrowRight className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
