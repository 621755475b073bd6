import { HydrationBoundary } from "@tanstack/react-query"
import type { Metadata } from "next"
import { notFound, redirect } from "next/navigation"
import { NoPermission } from "@/components/frame/no-permission"
import { buildSetup } from "@/components/reports/build-setup"
import { ReportScreen } from "@/components/reports/report-screen"
import { readSession, readWorkspace } from "@/lib/bff"
import { catalogue, findOperation, type ListOperation } from "@/lib/catalogue"
import { parseView } from "@/lib/client"
import { domainsOf } from "@/lib/session"
import { readFirstPage } from "./read-first-page"

interface SearchParams {
  readonly [name: string]: string | string[] | undefined
}

interface ReportPageProps {
  readonly params: Promise<{ readonly report: string }>
  readonly searchParams: Promise<SearchParams>
}

function findReport(id: string): ListOperation | undefined {
  const operation = findOperation(catalogue, decodeURIComponent(id))
  return operation?.kind === "list" ? operation : undefined
}

const toSearch = (params: SearchParams): URLSearchParams =>
  new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) =>
      [value ?? []].flat().map((text): [string, string] => [name, text]),
    ),
  )

export async function generateMetadata({ params }: ReportPageProps): Promise<Metadata> {
  const operation = findReport((await params).report)
  return operation ? { title: operation.title } : {}
}

export default async function ReportPage({ params, searchParams }: ReportPageProps) {
  const operation = findReport((await params).report)
  if (!operation) notFound()
  const session = await readSession()
  if (!session) redirect("/signin")
  if (!domainsOf(session.roles).has(operation.domain))
    return <NoPermission domain={operation.domain} />
  const { view } = parseView(operation, toSearch(await searchParams))
  const [workspace, first] = await Promise.all([
    readWorkspace().catch(() => ({ entries: [] })),
    readFirstPage(operation, view, session),
  ])
  return (
    <HydrationBoundary state={first.state}>
      <ReportScreen
        key={operation.id}
        setup={buildSetup(catalogue, operation, workspace)}
        {...(first.problem && { firstProblem: first.problem })}
      />
    </HydrationBoundary>
  )
}
