"use client"

import { useQuery } from "@tanstack/react-query"
import { Download } from "lucide-react"
import Link from "next/link"
import { useTranslations } from "use-intl"
import { ownValue } from "@/lib/catalogue"
import { exportFileUrl, exportsOptions } from "@/lib/client"
import { Card, CardHead } from "../ui/card"
import { DateTime } from "../ui/date-time"
import { ReadProblem } from "../ui/read-problem"
import { Skeleton } from "../ui/skeleton"

const shown = 5

interface RecentExportsProps {
  /** Report titles by operation id. */
  readonly titles: { readonly [operation: string]: string }
}

/** The person's newest exports: finished files, and the progress of others. */
export function RecentExports({ titles }: RecentExportsProps) {
  const t = useTranslations("exports")
  const { data, error, refetch } = useQuery(exportsOptions())
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")} />
      {error && !data ? <ReadProblem className="p-4" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Skeleton className="m-4 h-4" />}
      {data?.length === 0 ? <p className="p-4 text-ink-muted">{t("empty.title")}</p> : null}
      <ul className="divide-y">
        {data?.slice(0, shown).map(({ id, operation, state, createdAt, file }) => (
          <li
            key={id}
            className="flex min-h-10 flex-wrap items-center gap-x-3 px-4 py-1.5 pointer-coarse:min-h-11"
          >
            {file ? (
              <a
                href={exportFileUrl(id)}
                download
                className="inline-flex min-w-0 flex-1 items-center gap-2 hover:text-accent-ink hover:underline"
              >
                <Download className="size-3.5 shrink-0 text-ink-faint" aria-hidden="true" />
                <span className="truncate">{ownValue(titles, operation) ?? operation}</span>
              </a>
            ) : (
              <Link
                href="/downloads"
                prefetch={false}
                className="min-w-0 flex-1 truncate hover:underline"
              >
                {ownValue(titles, operation) ?? operation}
              </Link>
            )}
            <span className="text-ink-faint text-xs tabular">
              {t(`state.${state}`)} · <DateTime value={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
