"use client"

import { useQuery } from "@tanstack/react-query"
import Link from "next/link"
import { useEffect } from "react"
import { useTranslations } from "use-intl"
import {
  type RecentRecord,
  recentHref,
  recentsOptions,
  rememberRecent,
  toProblem,
} from "@/lib/client"
import { Card, CardHead } from "../ui/card"
import { DateTime } from "../ui/date-time"
import { shortenId } from "../ui/short-id"
import { ListProblem } from "./list-problem"
import type { OpenableType } from "./open-by-id"

/**
 * The person's recently opened records of these types; renders nothing for a single type without
 * any.
 */
export function RecentRecords({ types }: { types: readonly OpenableType[] }) {
  const t = useTranslations("records")
  const { data, error, refetch } = useQuery(recentsOptions())
  const titles = new Map(types.map(({ operation, title }) => [operation, title]))
  const recents = (data ?? []).filter(({ operation }) => titles.has(operation))
  const isOneType = types.length === 1
  if (recents.length === 0 && isOneType) return null
  return (
    <Card aria-label={t("finder.recent")}>
      <CardHead title={t("finder.recent")} />
      {data && recents.length === 0 ? (
        <p className="p-4 text-ink-muted">{t("start.noRecent")}</p>
      ) : null}
      {error && !data ? (
        <div className="p-4">
          <ListProblem problem={toProblem(error)} onRetry={refetch} />
        </div>
      ) : null}
      <ul className="divide-y">
        {recents.map((record) => (
          <RecentRow
            key={recentHref(record)}
            record={record}
            type={isOneType ? undefined : titles.get(record.operation)}
          />
        ))}
      </ul>
    </Card>
  )
}

function RecentRow({ record, type }: { record: RecentRecord; type: string | undefined }) {
  return (
    <li>
      <Link
        href={recentHref(record)}
        prefetch={false}
        className="flex min-h-10 items-center gap-3 px-4 py-1.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="min-w-0 flex-1">
          <span className="block">{record.name ?? shortenId(record.ids.at(-1) ?? "")}</span>
          {type ? <span className="block text-ink-faint text-xs">{type}</span> : null}
        </span>
        <span className="shrink-0 text-ink-faint text-xs">
          <DateTime value={new Date(record.openedAt).toISOString()} />
        </span>
      </Link>
    </li>
  )
}

interface RememberRecordProps {
  /** The operation's id. */
  readonly operation: string
  /** The path's ids in order, separated by slashes. */
  readonly path: string
  readonly name: string | null
}

/** Saves that the person opened this record; failures are ignored. */
export function RememberRecord({ operation, path, name }: RememberRecordProps) {
  useEffect(() => {
    rememberRecent({ operation, ids: path.split("/"), name }).catch(() => {})
  }, [operation, path, name])
  return null
}
