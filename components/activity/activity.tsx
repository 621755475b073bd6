"use client"

import { Download, RefreshCw } from "lucide-react"
import { useCallback, useMemo } from "react"
import { useNow, useTimeZone, useTranslations } from "use-intl"
import { dayAt } from "@/lib/catalogue"
import { type ActivityFilter, activityExportUrl } from "@/lib/client"
import { Button, buttonVariants } from "../ui/button"
import { Card } from "../ui/card"
import { cn } from "../ui/class-names"
import { PageHead } from "../ui/page-head"
import { UnreadParts } from "../ui/unread-parts"
import { useSearch } from "../ui/use-search"
import { ActivityFilters } from "./activity-filters"
import { ActivityList } from "./activity-list"
import type { ActivitySetup } from "./activity-setup"
import {
  type ActivityView,
  activityFilterOf,
  activityHref,
  gathersBatches,
  isWhole,
  parseActivityView,
} from "./activity-view"
import { EditSheet } from "./edit-sheet"
import type { EntryTools } from "./entry-tools"
import { useActivity } from "./use-activity"
import { useSteps } from "./use-steps"

/** The page's view, whose state is the address. */
function useActivityView() {
  const { search, change } = useSearch()
  const read = useMemo(() => parseActivityView(new URLSearchParams(search)), [search])
  const onView = useCallback((next: ActivityView) => change(activityHref(next)), [change])
  return { ...read, onView }
}

/** The same filter as long as it asks the same. */
function useActivityFilter(view: ActivityView): ActivityFilter {
  const zone = useTimeZone() ?? "UTC"
  const today = dayAt(useNow().getTime(), zone)
  return useMemo(() => activityFilterOf(view, { today, zone }), [view, today, zone])
}

/** Every edit of departments that was made here, the newest first. */
export function Activity(setup: ActivitySetup) {
  const t = useTranslations("activity")
  const { view, dropped, onView } = useActivityView()
  const filter = useActivityFilter(view)
  const activity = useActivity(filter)
  const { onStep, dialog } = useSteps(setup)
  const { entries, known } = activity
  const { list, patches } = setup
  const tools = useMemo(
    (): EntryTools => ({
      list,
      known,
      onStep,
      namesDepartments: true,
      onOpen: (id) => onView({ ...view, id }),
    }),
    [list, known, onStep, view, onView],
  )
  const { id: _, ...closed } = view
  return (
    <>
      <PageHead title={t("title")} actions={<HeadActions filter={filter} activity={activity} />}>
        {t("intro")}
      </PageHead>
      <UnreadParts parts={dropped} />
      <ActivityFilters view={view} onView={onView} entries={entries} />
      <Card aria-label={t("label")} className="overflow-clip">
        {dialog}
        <ActivityList
          activity={activity}
          tools={tools}
          gathersBatches={gathersBatches(filter)}
          empty={
            isWhole(view)
              ? { title: t("empty.title"), detail: t("empty.detail") }
              : { title: t("empty.narrowTitle"), detail: t("empty.narrowDetail") }
          }
        />
      </Card>
      <EditSheet id={view.id} tools={tools} patches={patches} onClose={() => onView(closed)} />
    </>
  )
}

interface HeadActionsProps {
  readonly filter: ActivityFilter
  readonly activity: ReturnType<typeof useActivity>
}

function HeadActions({ filter, activity: { isFetching, refetch } }: HeadActionsProps) {
  const t = useTranslations("activity")
  return (
    <>
      <Button disabled={isFetching} onClick={() => void refetch()}>
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
