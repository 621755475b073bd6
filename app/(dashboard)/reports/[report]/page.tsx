import { HydrationBoundary } from "@tanstack/react-query"
import type { Metadata } from "next"
import { notFound, redirect } from "next/navigation"
import { ExportButton } from "@/components/exports/export-button"
import { NoPermission } from "@/components/frame/no-permission"
import { buildSetup } from "@/components/reports/build-setup"
import { ReportScreen } from "@/components/reports/report-screen"
import { viewOf } from "@/components/reports/saved-view-content"
import { readSession, readViews, readWorkspace } from "@/lib/bff"
import {
  type Catalogue,
  exportColumns,
  type Fields,
  fieldsOf,
  findOperation,
  type ListOperation,
} from "@/lib/catalogue"
import { dayAt, parseView, type ReportViews, reportHref, viewQuery } from "@/lib/client"
import { readCatalogue } from "@/lib/client/messages/read-catalogue"
import { readRequestZones } from "@/lib/client/read-request-zones"
import { zoneInForce } from "@/lib/client/time-zone"
import { domainsOf, mayWrite, roles, type Session } from "@/lib/session"
import { readFirstPage } from "./read-first-page"

interface SearchParams {
  readonly [name: string]: string | string[] | undefined
}

interface ReportPageProps {
  readonly params: Promise<{ readonly report: string }>
  readonly searchParams: Promise<SearchParams>
}

function findReport(catalogue: Catalogue, id: string): ListOperation | undefined {
  const operation = findOperation(catalogue, decodeURIComponent(id))
  return operation?.kind === "list" ? operation : undefined
}

const toSearch = (params: SearchParams): URLSearchParams =>
  new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) =>
      [value ?? []].flat().map((text): [string, string] => [name, text]),
    ),
  )

/** What a report without any search opens with: the address of its default view. */
function defaultHref(operation: ListOperation, fields: Fields, views: ReportViews | undefined) {
  const saved = views?.views.find(({ id }) => id === views.opensWith)
  return saved && reportHref(operation, viewOf({ operation, fields }, saved))
}

const sharingOf = ({ domain }: ListOperation, held: Session, views: ReportViews | undefined) => ({
  roles: roles.filter((role) => domainsOf([role]).has(domain)),
  isAdministrator: mayWrite(held.roles),
  ...(views && { views }),
})

export async function generateMetadata({ params }: ReportPageProps): Promise<Metadata> {
  const operation = findReport(await readCatalogue(), (await params).report)
  return operation ? { title: operation.title } : {}
}

export default async function ReportPage({ params, searchParams }: ReportPageProps) {
  const catalogue = await readCatalogue()
  const operation = findReport(catalogue, (await params).report)
  if (!operation) notFound()
  const session = await readSession()
  if (!session) redirect("/signin")
  if (!domainsOf(session.roles).has(operation.domain))
    return <NoPermission domain={operation.domain} />
  const fields = fieldsOf(catalogue, operation)
  const search = toSearch(await searchParams)
  const saved = readViews(session, operation).catch(() => undefined)
  const byDefault = search.size === 0 ? defaultHref(operation, fields, await saved) : undefined
  if (byDefault) redirect(byDefault)
  const { view } = parseView(operation, fields, search)
  const zone = view.zone ?? zoneInForce(await readRequestZones())
  const query = viewQuery(operation, fields, view, { today: dayAt(Date.now(), zone), zone })
  const [workspace, first, views] = await Promise.all([
    readWorkspace().catch(() => ({ entries: [] })),
    readFirstPage(operation, view.parameters, query, session),
    saved,
  ])
  return (
    <HydrationBoundary state={first.state}>
      <ReportScreen
        key={operation.id}
        setup={buildSetup(
          catalogue,
          operation,
          workspace,
          domainsOf(session.roles),
          sharingOf(operation, session, views),
        )}
        tools={
          <ExportButton
            operation={operation}
            fields={fields}
            columns={exportColumns(catalogue, operation)}
          />
        }
        {...(first.problem && { firstProblem: first.problem })}
      />
    </HydrationBoundary>
  )
}
