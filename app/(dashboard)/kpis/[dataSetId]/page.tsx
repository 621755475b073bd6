import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { NoPermission } from "@/components/frame/no-permission"
import { entriesOfKind } from "@/components/frame/visible-entries"
import type { DataSet } from "@/components/kpis/data-set-picker"
import { KpiPage } from "@/components/kpis/kpi-page"
import { readPoints } from "@/components/kpis/prepare-series"
import { ProblemState } from "@/components/ui/problem-state"
import { WaitingPage } from "@/components/ui/waiting-page"
import { answerInTime, readOperation, readSession, readWorkspace } from "@/lib/bff"
import { parseGuid } from "@/lib/catalogue"
import { readPage, readProblem } from "@/lib/client"
import { readTranslator } from "@/lib/client/messages/read-translator"
import { domainsOf } from "@/lib/session"

type Props = PageProps<"/kpis/[dataSetId]">

/** The newest points that one request gives (decisions "Inventory" 20). */
const latest = { sort: "-timeStamp", limit: "1000" }

const readDataSets = async (): Promise<DataSet[]> =>
  entriesOfKind(await readWorkspace(), "dataSet").map(({ entry: { id, name, unit } }) => ({
    ...{ id, name, unit },
  }))

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("kpis"))("title") }
}

export default async function KpiRoute({ params }: Props) {
  const id = parseGuid((await params).dataSetId)
  if (!id) notFound()
  const session = await readSession()
  if (!domainsOf(session?.roles ?? []).has("kpis")) return <NoPermission domain="kpis" />
  const answer = readOperation({
    session,
    method: "GET",
    path: `/v1.4/dataSets/${id}/dataPoints`,
    search: new URLSearchParams(latest).toString(),
  })
  const shown = <KpiAnswer id={id} answer={answer} />
  if (await answerInTime(answer)) return shown
  const t = await readTranslator("kpis")
  return (
    <WaitingPage title={t("title")} until={answer.then(() => null)}>
      {shown}
    </WaitingPage>
  )
}

async function KpiAnswer({ id, answer: coming }: { id: string; answer: Promise<Response> }) {
  const answer = await coming
  if (!answer.ok) return <ProblemState problem={await readProblem(answer)} />
  const { rows, nextUrl } = await readPage(answer)
  return (
    <KpiPage
      id={id}
      dataSets={await readDataSets()}
      points={readPoints(rows)}
      complete={nextUrl === undefined}
    />
  )
}
