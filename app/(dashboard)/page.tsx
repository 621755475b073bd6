import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { pageApi, readNames, readSession } from "@/app/backend"
import { entriesOfKind, knownRecords } from "@/components/frame/known-records"
import { navigationFor } from "@/components/frame/navigation-for"
import { Overview } from "@/components/frame/overview"
import { mainRole } from "@/components/frame/person"
import { WorkspaceNotice } from "@/components/frame/workspace-notice"
import { PinnedTiles } from "@/components/tiles/pinned-tiles"
import { findList, listOperations } from "@/lib/catalogue"
import { savedViewHref } from "@/lib/client"
import { readCatalogue, readTranslator } from "@/lib/client/messages/read-messages"
import { domainsOf, mayWrite } from "@/lib/session"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("frame"))("home") }
}

export default async function OverviewPage() {
  const session = await readSession()
  if (!session) redirect("/signin")
  const { roles } = session
  const domains = domainsOf(roles)
  const catalogue = await readCatalogue()
  const { workspace, faults } = await readNames()
  return (
    <Overview
      areas={navigationFor(catalogue, domains)}
      known={knownRecords(catalogue, workspace, domains)}
      role={mainRole(roles)}
      views={await readSavedViews()}
      tiles={domains.has("kpis") ? <Tiles /> : null}
      notice={<WorkspaceNotice faults={faults} editsWorkspace={mayWrite(roles)} />}
    />
  )
}

/** The saved views of all reports; a database that does not answer costs these only. */
async function readSavedViews() {
  const catalogue = await readCatalogue()
  const found = await pageApi.get("/api/palette").catch(() => undefined)
  return (found?.views ?? []).flatMap((view) => {
    const report = findList(catalogue, view.report)
    return report ? [{ href: savedViewHref(view), name: view.name, report: report.title }] : []
  })
}

/** What is pinned; a database that does not answer costs the tiles only. */
async function Tiles() {
  const points = listOperations(await readCatalogue()).find(({ record }) => record === "dataPoint")
  if (!points) return null
  const pinned = await pageApi.get("/api/views/pinned").catch(() => undefined)
  const { workspace } = await readNames()
  const dataSets = Object.fromEntries(
    entriesOfKind(workspace, "dataSet").map(({ entry: { id, name, unit } }) => [
      id,
      { name, ...(unit !== undefined && { unit }) },
    ]),
  )
  return <PinnedTiles operation={points} pinned={pinned} dataSets={dataSets} />
}
