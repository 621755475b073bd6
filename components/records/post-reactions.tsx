"use client"

import Link from "next/link"
import { useState } from "react"
import { useFormatter, useTranslations } from "use-intl"
import type { Row } from "@/lib/catalogue"
import { Badge } from "../ui/badge"
import { Button } from "../ui/button"
import { Card, CardBody, CardHead } from "../ui/card"
import { QuotaWait } from "../ui/quota-wait"
import { Skeleton } from "../ui/skeleton"
import { useValueLabel } from "../ui/use-value-label"
import { ListProblem } from "./list-problem"
import { textAt } from "./read-field"
import { type KnownList, type KnownPath, pathHref } from "./related-reports"
import { useFirstPage } from "./use-first-page"

/**
 * The comments of a post in the workspace, each with its reactions on demand, because each costs a
 * request.
 */
export function PostReactions({ list }: { list: KnownList }) {
  const t = useTranslations("records")
  return (
    <Card aria-label={t("reactions.title")}>
      <CardHead title={t("reactions.title")}>
        <Link
          href={list.href}
          prefetch={false}
          className="text-accent-ink text-xs underline-offset-2 hover:underline"
        >
          {t("reactions.byId")}
        </Link>
      </CardHead>
      {list.paths.length === 0 ? (
        <CardBody className="text-ink-muted">{t("reactions.noComments")}</CardBody>
      ) : (
        <ul className="divide-y">
          {list.paths.map((path) => (
            <li key={pathHref(list, path)} className="px-4 py-2">
              <CommentReactions list={list} path={path} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function CommentReactions({ list, path }: { list: KnownList; path: KnownPath }) {
  const t = useTranslations("records")
  const [isWanted, setWanted] = useState(false)
  return (
    <>
      <div className="flex min-h-7 items-center gap-3">
        <Link
          href={pathHref(list, path)}
          prefetch={false}
          className="min-w-0 flex-1 py-0.5 hover:text-accent-ink hover:underline"
        >
          {path.name}
        </Link>
        {isWanted ? null : (
          <Button
            size="sm"
            aria-label={t("reactions.showOf", { comment: path.name })}
            onClick={() => setWanted(true)}
          >
            {t("reactions.show")}
          </Button>
        )}
      </div>
      {isWanted ? <ReactionCounts list={list} path={path} /> : null}
    </>
  )
}

const countByType = (rows: readonly Row[]): readonly (readonly [type: string, count: number])[] => {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const type = textAt(row, "type") ?? "–"
    counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])
}

function ReactionCounts({ list, path }: { list: KnownList; path: KnownPath }) {
  const t = useTranslations("records")
  const labelOf = useValueLabel()
  const format = useFormatter()
  const page = useFirstPage(list.operation, path.parameters)
  if (page.problem)
    return <ListProblem operation={list.operation} problem={page.problem} onRetry={page.retry} />
  if (page.isLoading)
    return (
      <>
        <QuotaWait variant="line" className="text-ink-muted text-xs" />
        <Skeleton className="mt-1 h-5 w-40" />
      </>
    )
  if (page.rows.length === 0) return <p className="text-ink-muted">{t("reactions.none")}</p>
  return (
    <ul className="mt-1 flex flex-wrap items-center gap-1.5">
      {countByType(page.rows).map(([type, count]) => (
        <li key={type}>
          <Badge>
            {labelOf("type", type)} <span className="tabular">{format.number(count)}</span>
          </Badge>
        </li>
      ))}
      <li className="text-ink-faint text-xs">
        {t(page.hasMore ? "reactions.someOf" : "reactions.count", { count: page.rows.length })}
      </li>
    </ul>
  )
}
