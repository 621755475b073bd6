import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query"
import { KeyRound } from "lucide-react"
import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { pageApi, readNames, readSession } from "@/app/backend"
import { RecentEdits } from "@/components/activity/recent-edits"
import { PressingFigures } from "@/components/data-sets/pressing-figures"
import { RecentExports } from "@/components/exports/recent-exports"
import { entriesOfKind } from "@/components/frame/known-records"
import { StreamedAnswers } from "@/components/frame/streamed-answers"
import { WorkspaceNotice } from "@/components/frame/workspace-notice"
import { SinceLastVisit, type VisitedList } from "@/components/reports/since-last-visit"
import { SavedList } from "@/components/saved/saved-list"
import { FirstHour } from "@/components/settings/first-hour"
import { EmptyState } from "@/components/ui/empty-state"
import { PageBody, PageHead } from "@/components/ui/page-head"
import {
  type Catalogue,
  type Domain,
  findList,
  type ListOperation,
  listOperations,
  ownValue,
  summarizedList,
} from "@/lib/catalogue"
import { homeInsights, type PinnedView, syncOptions } from "@/lib/client"
import { readCatalogue, readTranslator } from "@/lib/client/messages/read-messages"
import { domainsOf, mayWrite, readersOf, type Session } from "@/lib/session"
import { readMeasured } from "./figures/read-measured"
import { InsightGrid } from "./insight-grid"
import { PinnedGrid } from "./pinned-grid"
import { readCopiedLists, readInsights, readListSetups, readToday } from "./read-insights"
import { readSaved, readSavedTitles } from "./read-saved"
import { RenewWhenCopied } from "./renew-when-copied"
import {
  drawInTime,
  figuresReads,
  type PageRead,
  pinnedSeriesRead,
  summaryRead,
} from "./stream-answers"

const savedAtMost = 6

function pointsFor({ roles }: Session, catalogue: Catalogue): ListOperation | undefined {
  const points = listOperations(catalogue).find(({ record }) => record === "dataPoint")
  return points && domainsOf(roles).has(points.domain) ? points : undefined
}

const visited = [
  { id: "all-content-posts", property: "creationDateTime", kind: "posts" },
  { id: "all-stage-reviews", property: "creationDateTime", kind: "reviews" },
  { id: "all-departments", property: "lastModifiedDateTime", kind: "departments" },
] as const

/** The lists that show changes since the last visit, limited to what the person may read. */
const visitedLists = (catalogue: Catalogue, domains: ReadonlySet<Domain>): VisitedList[] =>
  visited.flatMap(({ id, property, kind }) => {
    const operation = findList(catalogue, id)
    return operation && domains.has(operation.domain) ? [{ operation, property, kind }] : []
  })

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("frame"))("home") }
}

/** The home page; it reads from copies only. */
export default async function HomePage() {
  const session = await readSession()
  if (!session) redirect("/signin")
  const { roles } = session
  const domains = domainsOf(roles)
  const t = await readTranslator("frame")
  if (domains.size === 0)
    return (
      <EmptyState isPage className="my-auto" icon={KeyRound} title={t("homePage.noReports.title")}>
        {t(session.lacksGroups ? "homePage.noReports.groups" : "homePage.noReports.detail")}
      </EmptyState>
    )
  const client = new QueryClient()
  const [{ workspace, faults }, catalogue, saved, titles, tiles, attention, glance, figures] =
    await Promise.all([
      readNames(),
      readCatalogue(),
      readSaved(),
      readSavedTitles(),
      readTiles(session),
      readInsights(session, (context) => homeInsights(context, "attention")),
      readInsights(session, (context) => homeInsights(context, "glance")),
      readFigures(session, client),
      readCopiedLists(client),
    ])
  const isAdministrator = mayWrite(roles)
  const insights = await readTranslator("insights")
  // Only the first section waits for its figures; those below it stream.
  const [first = [], ...below] = [tiles, attention, figures, glance]
    .map((part) => part?.reads ?? [])
    .filter(({ length }) => length > 0)
  const streamed = await drawInTime(client, first, below.flat())
  return (
    <PageBody>
      <PageHead title={t("home")} />
      <SinceLastVisit person={session.sub} lists={visitedLists(catalogue, domains)} />
      <WorkspaceNotice faults={faults} editsWorkspace={isAdministrator} />
      <HydrationBoundary state={dehydrate(client)}>
        <StreamedAnswers answers={streamed}>
          {attention.awaitsDepartments ? <RenewWhenCopied list="departments" /> : null}
          <PinnedGrid {...tiles.grid} />
          {attention.insights.length > 0 ? (
            <section aria-labelledby="attention">
              <h2 id="attention" className="mb-3 font-semibold">
                {insights("attention")}
              </h2>
              <InsightGrid insights={attention.insights} setups={attention.setups} />
            </section>
          ) : null}
          {figures ? (
            <PressingFigures operation={figures.points} dataSets={figures.dataSets} />
          ) : null}
          <section aria-label={insights("atAGlance")}>
            <InsightGrid insights={glance.insights} setups={glance.setups} />
          </section>
        </StreamedAnswers>
      </HydrationBoundary>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {isAdministrator ? (
          <>
            <FirstHour
              named={workspace.entries.length}
              faults={faults.length}
              isDemo={session.isDemo}
            />
            <RecentEdits />
          </>
        ) : null}
        <SavedList entries={saved} atMost={savedAtMost} />
        <RecentExports titles={titles.lists} />
      </div>
    </PageBody>
  )
}

/** The data sets, if the person may read them, and the queries for the figures of copied ones. */
async function readFigures(session: Session, client: QueryClient) {
  const points = pointsFor(session, await readCatalogue())
  if (!points) return undefined
  const [dataSets, { zone }, copies] = await Promise.all([
    readMeasured(),
    readToday(),
    pageApi.get("/api/sync", { query: { operation: points.id } }).catch(() => undefined),
  ])
  if (copies) client.setQueryData(syncOptions(points).queryKey, copies)
  const reads = figuresReads(points, dataSets, copies?.lists ?? [], zone)
  return { points, dataSets, reads }
}

/** Pinned tiles and the queries for their figures. A database failure only costs the tiles. */
async function readTiles(session: Session) {
  const [catalogue, pinned, { workspace }, now] = await Promise.all([
    readCatalogue(),
    pageApi.get("/api/views/pinned").catch(() => undefined),
    readNames(),
    readToday(),
  ])
  const views = pinned?.views ?? []
  const points = pointsFor(session, catalogue)
  const listOf = ({ report }: PinnedView) => summarizedList(report) ?? report
  const setups = await readListSetups(session, views.map(listOf))
  const dataSets = Object.fromEntries(
    entriesOfKind(workspace, "dataSet").map(({ entry: { id, name, unit } }) => [
      id,
      { name, ...(unit !== undefined && { unit }) },
    ]),
  )
  const reads = views.flatMap((view): PageRead[] => {
    const setup = ownValue(setups, listOf(view))
    if (view.dataSetId !== undefined)
      return points ? [pinnedSeriesRead(points, view.dataSetId, view, now.zone)] : []
    return setup && summarizedList(view.report) !== undefined
      ? [summaryRead(setup, view.search, now)]
      : []
  })
  return {
    grid: {
      operation: points,
      pinned,
      dataSets,
      setups,
      roles: points ? readersOf(points.domain) : [],
    },
    reads,
  }
}
