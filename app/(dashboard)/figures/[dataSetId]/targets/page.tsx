import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { readSession } from "@/app/backend"
import { NoPermission } from "@/app/no-permission"
import { TargetProgress } from "@/components/kpis/target-progress"
import { shortenId } from "@/components/ui/short-id"
import { listOperations, parseGuid } from "@/lib/catalogue"
import { readCatalogue, readTranslator } from "@/lib/client/messages/read-messages"
import { domainsOf, mayWrite } from "@/lib/session"
import { readMeasured } from "../../read-measured"

type Props = PageProps<"/figures/[dataSetId]/targets">

async function readDataSet({ params }: Props) {
  const id = parseGuid((await params).dataSetId)
  if (!id) notFound()
  const found = (await readMeasured()).find((each) => each.id === id)
  return { id, name: found?.name ?? shortenId(id), unit: found?.unit ?? "" }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const roles = (await readSession())?.roles ?? []
  const t = await readTranslator("kpis")
  if (!domainsOf(roles).has("kpis")) return { title: t("targets.plainTitle") }
  return { title: t("targets.title", { name: (await readDataSet(props)).name }) }
}

export default async function TargetsPage(props: Props) {
  const session = await readSession()
  if (!session || !domainsOf(session.roles).has("kpis")) return <NoPermission domain="kpis" />
  const operation = listOperations(await readCatalogue()).find(
    ({ record }) => record === "dataPoint",
  )
  if (!operation) notFound()
  const { id, name, unit } = await readDataSet(props)
  return (
    <TargetProgress
      key={id}
      dataSetId={id}
      name={name}
      unit={unit}
      operation={operation}
      mayEdit={mayWrite(session.roles)}
    />
  )
}
