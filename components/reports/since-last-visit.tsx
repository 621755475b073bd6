"use client"

import { useQueries } from "@tanstack/react-query"
import Link from "next/link"
import { useEffect, useState } from "react"
import { useTranslations } from "use-intl"
import type { Filter, ListOperation } from "@/lib/catalogue"
import { emptyView, reportHref, totalOptions } from "@/lib/client"
import { DateTime } from "../ui/date-time"

const storedUnder = "last-visit"
/** A visit within this time after the last one continues it. */
const breakMs = 30 * 60_000

interface Visits {
  /** When this visit began, and the previous one ended; ISO 8601. */
  readonly last: string
  readonly before?: string | undefined
}

const isVisits = (value: unknown): value is Visits =>
  typeof value === "object" &&
  value !== null &&
  "last" in value &&
  !Number.isNaN(Date.parse(`${value.last}`))

/** A person's visits in this browser, including this one. */
function noteVisit(person: string, now: number): Visits {
  const key = `${storedUnder} ${person}`
  let stored: unknown
  try {
    stored = JSON.parse(window.localStorage.getItem(key) ?? "null")
  } catch {
    stored = undefined
  }
  const last = new Date(now).toISOString()
  const known = isVisits(stored) ? stored : undefined
  const isNew = !known || now - Date.parse(known.last) > breakMs
  const visits = { last, before: isNew ? known?.last : known.before }
  try {
    window.localStorage.setItem(key, JSON.stringify(visits))
  } catch {
    // A browser without storage has no previous visit.
  }
  return visits
}

/**
 * A whole list whose new rows are reported, and the property with the time of arrival or change.
 */
export interface VisitedList {
  readonly operation: ListOperation
  readonly property: string
  readonly kind: "posts" | "reviews" | "departments"
}

interface SinceLastVisitProps {
  readonly person: string
  readonly lists: readonly VisitedList[]
}

/**
 * What is new or changed in copies since the person's last visit, linked to the rows; empty on the
 * first visit.
 */
export function SinceLastVisit({ person, lists }: SinceLastVisitProps) {
  const t = useTranslations("reports.sinceVisit")
  const [before, setBefore] = useState<string>()
  useEffect(() => setBefore(noteVisit(person, Date.now()).before), [person])
  const filterOf = ({ property }: VisitedList): Filter => ({
    property,
    operator: "gte",
    value: before ?? "",
  })
  const counts = useQueries({
    queries: lists.map((list) => ({
      ...totalOptions(list.operation, { filters: [filterOf(list)], sort: [] }, undefined),
      enabled: before !== undefined,
    })),
  })
  if (before === undefined) return null
  const found = lists.flatMap((list, at) => {
    const count = counts[at]?.data?.count ?? 0
    return count > 0 ? [{ list, count }] : []
  })
  return (
    <p className="flex flex-wrap gap-x-1.5 text-ink-muted">
      <span>
        {t("since")} <DateTime value={before} />:
      </span>
      {found.length === 0 ? <span>{t("nothing")}</span> : null}
      {found.map(({ list, count }, at) => (
        <span key={list.kind}>
          <Link
            href={reportHref(list.operation, { ...emptyView, filters: [filterOf(list)] })}
            prefetch={false}
            className="rounded-sm text-accent-ink hover:underline"
          >
            {t(list.kind, { count })}
          </Link>
          {at < found.length - 1 ? "," : ""}
        </span>
      ))}
    </p>
  )
}
