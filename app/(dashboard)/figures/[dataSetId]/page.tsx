import { HydrationBoundary } from "@tanstack/react-query"
import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { pageApi, readSession } from "@/app/backend"
import { NoPermission } from "@/app/no-permission"
import { readRequestZones } from "@/app/request-zones"
import { StreamedAnswers } from "@/components/frame/streamed-answers"
import { shortenId } from "@/components/ui/short-id"
import { explorationReport, fieldsOf, listOperations, parseGuid } from "@/lib/catalogue"
import { openingExploration, parseExploration } from "@/lib/client"
import { readCatalogue, readTranslator } from "@/lib/client/messages/read-messages"
import { zoneInForce } from "@/lib/client/time-zone"
import { domainsOf, readersOf } from "@/lib/session"
import { toSearch } from "../../reports/show-report"
import { readMeasured } from "../read-measured"
import { beginExploration } from "./begin-exploration"
import { ExplorerScreen } from "./explorer-screen"

type Props = PageProps<"/figures/[dataSetId]">

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const id = parseGuid((await params).dataSetId)
  if (!id) notFound()
  const session = await readSession()
  const mayRead = domainsOf(session?.roles ?? []).has("kpis")
  const named = mayRead ? (await readMeasured()).find((each) => each.id === id) : undefined
  return { title: named?.name ?? `${(await readTranslator("kpis"))("title")} ${shortenId(id)}` }
}

export default async function KpiRoute({ params, searchParams }: Props) {
  const id = parseGuid((await params).dataSetId)
  if (!id) notFound()
  const session = await readSession()
  if (!session || !domainsOf(session.roles).has("kpis")) return <NoPermission domain="kpis" />
  const catalogue = await readCatalogue()
  const operation = listOperations(catalogue).find(({ record }) => record === "dataPoint")
  if (!operation) notFound()
  const ownZone = zoneInForce(await readRequestZones())
  const [search, dataSets, views] = await Promise.all([
    searchParams.then(toSearch),
    readMeasured(),
    pageApi.get("/api/views", { query: { report: explorationReport(id) } }).catch(() => undefined),
  ])
  const dataSet = dataSets.find((each) => each.id === id)
  const opening = openingExploration(dataSet?.measure ?? "sum", ownZone)
  const { question } =
    search.size === 0 ? opening : parseExploration(operation, search, ownZone).exploration
  const first = await beginExploration(operation, id, question)
  return (
    <HydrationBoundary state={first.state}>
      <StreamedAnswers answers={first.streamed}>
        <ExplorerScreen
          key={id}
          dataSetId={id}
          name={dataSet?.name ?? shortenId(id)}
          unit={dataSet?.unit ?? ""}
          dataSets={dataSets}
          operation={operation}
          fields={fieldsOf(catalogue, operation)}
          roles={readersOf(operation.domain)}
          ownZone={ownZone}
          opening={opening}
          {...(views && { views })}
        />
      </StreamedAnswers>
    </HydrationBoundary>
  )
}
