import { HydrationBoundary } from "@tanstack/react-query"
import { redirect } from "next/navigation"
import type { ReactNode } from "react"
import { pageApi, readNames, readSession } from "@/app/backend"
import { NoPermission } from "@/app/no-permission"
import { readRequestZones } from "@/app/request-zones"
import { ChooseDepartments } from "@/components/departments/bulk/choose-departments"
import { DepartmentChoice } from "@/components/departments/bulk/department-choice"
import { ExportButton } from "@/components/exports/export-button"
import { StreamedAnswers } from "@/components/frame/streamed-answers"
import { WorkspaceNotice } from "@/components/frame/workspace-notice"
import { ReportScreen } from "@/components/reports/report-screen"
import { buildSetup, type HostPage } from "@/components/reports/report-setup"
import { viewOf } from "@/components/reports/saved-view-content"
import { dayAt, type Fields, fieldsOf, type ListOperation, type Problem } from "@/lib/catalogue"
import { departmentRecord, parseView, type ReportViews, reportHref, viewQuery } from "@/lib/client"
import { readCatalogue } from "@/lib/client/messages/read-messages"
import { zoneInForce } from "@/lib/client/time-zone"
import { domainsOf, knowsNames, mayWrite, readersOf, type Session } from "@/lib/session"
import { readFirstPage } from "./read-first-page"

export interface SearchParams {
  readonly [name: string]: string | string[] | undefined
}

export const toSearch = (params: SearchParams): URLSearchParams =>
  new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) =>
      [value ?? []].flat().map((text): [string, string] => [name, text]),
    ),
  )

/** The address of the default view, for a report opened without a search. */
function defaultHref(
  operation: ListOperation,
  fields: Fields,
  views: ReportViews | undefined,
  path: string | undefined,
) {
  const saved = views?.views.find(({ id }) => id === views.opensWith)
  return saved && reportHref(operation, viewOf({ operation, fields }, saved), path)
}

/** Only reports with path parameters depend on the names in the workspace. */
const namesNothing = ({ parameters }: ListOperation, faults: readonly Problem[]) =>
  faults.length > 0 && Object.keys(parameters).length > 0

const sharingOf = ({ domain }: ListOperation, held: Session, views: ReportViews | undefined) => ({
  roles: readersOf(domain),
  isAdministrator: mayWrite(held.roles),
  findsUsers: knowsNames(held.roles),
  ...(views && { views }),
})

export interface ReportToShow {
  readonly operation: ListOperation
  readonly search: URLSearchParams
  /** The page that hosts the report, if not its own. */
  readonly host?: HostPage
  /** Additional actions. */
  readonly tools?: ReactNode
}

/**
 * Renders the report of an address with its first page, streamed if necessary, or the missing
 * permission.
 */
export async function showReport({ operation, search, host, tools }: ReportToShow) {
  const catalogue = await readCatalogue()
  const session = await readSession()
  if (!session) redirect("/signin")
  if (!domainsOf(session.roles).has(operation.domain))
    return <NoPermission domain={operation.domain} />
  const fields = fieldsOf(catalogue, operation)
  const saved = pageApi
    .get("/api/views", { query: { report: operation.id } })
    .catch(() => undefined)
  const byDefault =
    search.size === 0 ? defaultHref(operation, fields, await saved, host?.path) : undefined
  if (byDefault) redirect(byDefault)
  const { view } = parseView(operation, fields, search)
  const zone = view.zone ?? zoneInForce(await readRequestZones())
  const query = viewQuery(operation, fields, view, { today: dayAt(Date.now(), zone), zone })
  const [{ workspace, faults }, first, views] = await Promise.all([
    readNames(),
    readFirstPage(operation, view.parameters, query),
    saved,
  ])
  const isEditable = operation.record === departmentRecord && mayWrite(session.roles)
  const screen = (
    <ReportScreen
      key={operation.id}
      setup={buildSetup(
        catalogue,
        operation,
        workspace,
        domainsOf(session.roles),
        sharingOf(operation, session, views),
      )}
      host={host}
      tools={
        <>
          <ExportButton operation={operation} fields={fields} />
          {isEditable ? <ChooseDepartments list={operation} fields={fields} /> : null}
          {tools}
        </>
      }
      firstProblem={first.problem}
    />
  )
  return (
    <HydrationBoundary state={first.state}>
      {namesNothing(operation, faults) ? (
        <div className="px-4 pt-4 lg:px-6">
          <WorkspaceNotice faults={faults} editsWorkspace={mayWrite(session.roles)} />
        </div>
      ) : null}
      <StreamedAnswers answers={first.streamed}>
        {isEditable ? <DepartmentChoice>{screen}</DepartmentChoice> : screen}
      </StreamedAnswers>
    </HydrationBoundary>
  )
}
