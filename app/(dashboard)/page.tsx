import { HydrationBoundary } from "@tanstack/react-query"
import { KeyRound } from "lucide-react"
import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { pageApi, readNames, readSession } from "@/app/backend"
import { RecentEdits } from "@/components/activity/recent-edits"
import { PressingFigures } from "@/components/data-sets/pressing-figures"
import { RecentExports } from "@/components/exports/recent-exports"
import { entriesOfKind } from "@/components/frame/known-records"
import { mainRole } from "@/components/frame/person"
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
  listOperations,
  summarizedList,
  wholeLists,
} from "@/lib/catalogue"
import { homeInsights } from "@/lib/client"
import { readCatalogue, readTranslator } from "@/lib/client/messages/read-messages"
import { domainsOf, mayWrite, readersOf, type Session } from "@/lib/session"
import { readMeasured } from "./figures/read-measured"
import { InsightGrid } from "./insight-grid"
import { PinnedGrid } from "./pinned-grid"
import { readInsights, readListSetups } from "./read-insights"
import { readSaved } from "./read-saved"

const savedAtMost = 6
/** Where the people of the embedded identity are. */
const demoDomain = "@demo.test"

const visited = [
  { id: "all-content-posts", property: "creationDateTime", kind: "posts" },
  { id: "all-stage-reviews", property: "creationDateTime", kind: "reviews" },
  { id: "all-departments", property: "lastModifiedDateTime", kind: "departments" },
] as const

/** The lists of which is told what came since the last visit, as far as the person may read them. */
const visitedLists = (catalogue: Catalogue, domains: ReadonlySet<Domain>): VisitedList[] =>
  visited.flatMap(({ id, property, kind }) => {
    const operation = findList(catalogue, id)
    return operation && domains.has(operation.domain) ? [{ operation, property, kind }] : []
  })

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("frame"))("home") }
}

/** The first page: what the person came for, read from copies alone. */
export default async function HomePage() {
  const session = await readSession()
  if (!session) redirect("/signin")
  const { roles } = session
  const domains = domainsOf(roles)
  const t = await readTranslator("frame")
  if (domains.size === 0)
    return (
      <EmptyState isPage className="my-auto" icon={KeyRound} title={t("homePage.noReports.title")}>
        {t("homePage.noReports.detail")}
      </EmptyState>
    )
  const [{ workspace, faults }, catalogue, saved] = await Promise.all([
    readNames(),
    readCatalogue(),
    readSaved(),
  ])
  const lists = [...listOperations(catalogue), ...wholeLists(catalogue)]
  const points = listOperations(catalogue).find(({ record }) => record === "dataPoint")
  return (
    <PageBody>
      <PageHead title={t("home")}>
        {t("homePage.intro", { role: t(`roles.${mainRole(roles)}`) })}
      </PageHead>
      <SinceLastVisit person={session.sub} lists={visitedLists(catalogue, domains)} />
      <WorkspaceNotice faults={faults} editsWorkspace={mayWrite(roles)} />
      <Tiles session={session} />
      {points && domains.has(points.domain) ? (
        <PressingFigures operation={points} dataSets={await readMeasured(points)} />
      ) : null}
      <AtAGlance session={session} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {mayWrite(roles) ? (
          <>
            <FirstHour
              named={workspace.entries.length}
              faults={faults.length}
              isDemo={session.email?.endsWith(demoDomain) === true}
            />
            <RecentEdits />
          </>
        ) : null}
        <SavedList entries={saved} atMost={savedAtMost} />
        <RecentExports titles={Object.fromEntries(lists.map(({ id, title }) => [id, title]))} />
      </div>
    </PageBody>
  )
}

async function AtAGlance({ session }: { readonly session: Session }) {
  const t = await readTranslator("insights")
  const { insights, setups, state } = await readInsights(session, homeInsights)
  return (
    <section aria-label={t("atAGlance")}>
      <HydrationBoundary state={state}>
        <InsightGrid insights={insights} setups={setups} />
      </HydrationBoundary>
    </section>
  )
}

/** What is pinned; a database that does not answer costs the tiles only. */
async function Tiles({ session }: { readonly session: Session }) {
  const [catalogue, pinned, { workspace }] = await Promise.all([
    readCatalogue(),
    pageApi.get("/api/views/pinned").catch(() => undefined),
    readNames(),
  ])
  const points = listOperations(catalogue).find(({ record }) => record === "dataPoint")
  const mayReadPoints = points && domainsOf(session.roles).has(points.domain)
  const lists = (pinned?.views ?? []).map(({ report }) => summarizedList(report) ?? report)
  const dataSets = Object.fromEntries(
    entriesOfKind(workspace, "dataSet").map(({ entry: { id, name, unit } }) => [
      id,
      { name, ...(unit !== undefined && { unit }) },
    ]),
  )
  return (
    <PinnedGrid
      operation={mayReadPoints ? points : undefined}
      pinned={pinned}
      dataSets={dataSets}
      setups={await readListSetups(session, lists)}
      roles={points ? readersOf(points.domain) : []}
    />
  )
}
