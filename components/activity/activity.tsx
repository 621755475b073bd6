"use client"

import { Download, RefreshCw } from "lucide-react"
import { useCallback, useMemo } from "react"
import { useNow, useTimeZone, useTranslations } from "use-intl"
import { dayAt } from "@/lib/catalogue"
import { type ActivityFilter, activityExportUrl } from "../edits/activity-log"
import { Button, buttonVariants } from "../ui/button"
import { Card } from "../ui/card"
import { cn } from "../ui/class-names"
import { PageHead } from "../ui/page-head"
import { UnreadParts } from "../ui/unread-parts"
import { useSearch } from "../ui/use-search"
import {
  ActivityContext,
  type ActivitySetup,
  useActivityLog,
  useActivityScreen,
} from "./activity-context"
import { ActivityFilters } from "./activity-filters"
import { ActivityList } from "./activity-list"
import {
  type ActivityView,
  activityFilterOf,
  activityHref,
  gathersBatches,
  isWhole,
  parseActivityView,
} from "./activity-view"
import { EditSheet } from "./edit-sheet"
import { useUndo } from "./undo-edit"

function useActivityView() {
  const { search, change } = useSearch()
  const read = useMemo(() => parseActivityView(new URLSearchParams(search)), [search])
  const onView = useCallback((next: ActivityView) => change(activityHref(next)), [change])
  return { ...read, onView }
}

/** Keeps the filter's identity while its content is the same. */
function useActivityFilter(view: ActivityView): ActivityFilter {
  const zone = useTimeZone() ?? "UTC"
  const today = dayAt(useNow().getTime(), zone)
  return useMemo(() => activityFilterOf(view, { today, zone }), [view, today, zone])
}

export function Activity(setup: ActivitySetup) {
  const t = useTranslations("activity")
  const { view, dropped, onView } = useActivityView()
  const filter = useActivityFilter(view)
  const log = useActivityLog(filter)
  const { planUndo, dialog } = useUndo(setup)
  const { id, ...closed } = view
  const openEdit = (next: string | undefined) =>
    onView(next === undefined ? closed : { ...closed, id: next })
  return (
    <ActivityContext value={{ ...setup, log, planUndo, namesDepartments: true, openEdit }}>
      <PageHead title={t("title")} actions={<HeadActions filter={filter} />}>
        {t("intro")}
      </PageHead>
      <UnreadParts parts={dropped} />
      <ActivityFilters view={view} onView={onView} />
      <Card aria-label={t("label")} className="overflow-clip">
        {dialog}
        <ActivityList
          gathersBatches={gathersBatches(filter)}
          empty={
            isWhole(view)
              ? { title: t("empty.title"), detail: t("empty.detail") }
              : { title: t("empty.narrowTitle"), detail: t("empty.narrowDetail") }
          }
        />
      </Card>
      <EditSheet id={id} />
    </ActivityContext>
  )
}

function HeadActions({ filter }: { readonly filter: ActivityFilter }) {
  const t = useTranslations("activity")
  const { isFetching, refetch } = useActivityScreen().log.reading
  return (
    <>
      <Button disabled={isFetching} onClick={refetch}>
        <RefreshCw className={cn(isFetching && "motion-safe:animate-spin")} aria-hidden="true" />
        {t("refresh")}
      </Button>
      <a href={activityExportUrl(filter)} download className={buttonVariants()}>
        <Download aria-hidden="true" />
        {t("export")}
      </a>
    </>
  )
}
