"use client"

import { useQuery } from "@tanstack/react-query"
import Link from "next/link"
import { useTranslations } from "use-intl"
import { apiOptions } from "@/lib/client"
import type { ActivityEntry } from "../edits/activity-log"
import { DepartmentLink } from "../edits/department-link"
import { useDepartmentLabel } from "../edits/format-value"
import { readEdit } from "../edits/undo-chain"
import { Card, CardHead } from "../ui/card"
import { DateTime } from "../ui/date-time"
import { ReadProblem } from "../ui/read-problem"
import { Skeleton } from "../ui/skeleton"
import { activityHref } from "./activity-view"
import { PersonName } from "./entry-frame"
import { OutcomeBadge } from "./outcome"

const shown = 5

/** The labels of the fields that an edit changes. */
function useChangedFields(): (entry: ActivityEntry) => string {
  const t = useTranslations("activity")
  const labelOf = useDepartmentLabel()
  return ({ patch }) => {
    const fields = new Set(readEdit(patch)?.map(({ path }) => labelOf(path[0] ?? "")))
    return [...fields].join(", ") || t("label")
  }
}

/** The newest edits; each leads to its details, where it can be undone. */
export function RecentEdits() {
  const t = useTranslations("activity")
  const fieldsOf = useChangedFields()
  const { data, error, refetch } = useQuery(apiOptions("/api/activity", { query: {} }))
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")}>
        <Link
          href="/organisation/changes"
          prefetch={false}
          className="text-accent-ink text-xs hover:underline"
        >
          {t("all")}
        </Link>
      </CardHead>
      {error && !data ? <ReadProblem className="p-4" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Skeleton className="m-4 h-4" />}
      {data?.entries.length === 0 ? <p className="p-4 text-ink-muted">{t("empty.title")}</p> : null}
      <ul className="divide-y">
        {data?.entries.slice(0, shown).map((entry) => (
          <li
            key={entry.id}
            className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5"
          >
            <span className="min-w-0 flex-1">
              <DepartmentLink id={entry.recordId} />
              <span className="block text-ink-faint text-xs">
                <Link
                  href={activityHref({ id: entry.id })}
                  prefetch={false}
                  className="text-accent-ink hover:underline"
                >
                  {fieldsOf(entry)}
                </Link>
                {" · "}
                <PersonName {...entry} /> · <DateTime value={entry.intendedAt} />
              </span>
            </span>
            <OutcomeBadge entry={entry} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
