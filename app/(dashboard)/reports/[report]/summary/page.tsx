import type { Metadata } from "next"
import { notFound, redirect } from "next/navigation"
import { readNames, readSession } from "@/app/backend"
import { NoPermission } from "@/app/no-permission"
import { buildSetup } from "@/components/reports/report-setup"
import { findList } from "@/lib/catalogue"
import { readCatalogue, readTranslator } from "@/lib/client/messages/read-messages"
import { domainsOf, mayWrite, readersOf } from "@/lib/session"
import { SummaryScreen } from "./summary-screen"

type Props = PageProps<"/reports/[report]/summary">

/** The whole list with that id; only fully copied lists can be summarised. */
async function findWhole(id: string) {
  const operation = findList(await readCatalogue(), decodeURIComponent(id))
  return operation?.wholeOf === undefined ? undefined : operation
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const operation = await findWhole((await params).report)
  if (!operation) notFound()
  return { title: (await readTranslator("summaries"))("title", { name: operation.title }) }
}

export default async function SummaryRoute({ params }: Props) {
  const operation = await findWhole((await params).report)
  if (!operation) notFound()
  const session = await readSession()
  if (!session) redirect("/signin")
  const mayRead = domainsOf(session.roles)
  if (!mayRead.has(operation.domain)) return <NoPermission domain={operation.domain} />
  const [catalogue, { workspace }] = await Promise.all([readCatalogue(), readNames()])
  const setup = buildSetup(catalogue, operation, workspace, mayRead, {
    roles: readersOf(operation.domain),
    isAdministrator: mayWrite(session.roles),
  })
  return <SummaryScreen key={operation.id} setup={setup} />
}
