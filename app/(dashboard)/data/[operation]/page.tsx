import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { readNames, readSession } from "@/app/backend"
import { NoPermission } from "@/app/no-permission"
import { knownRecordsOf } from "@/components/frame/known-records"
import { WorkspaceNotice } from "@/components/frame/workspace-notice"
import { OpenById } from "@/components/records/open-by-id"
import { openableType } from "@/components/records/openable-type"
import { RecentRecords } from "@/components/records/recent-records"
import { RecordFinder } from "@/components/records/record-finder"
import { PageBody, PageHead } from "@/components/ui/page-head"
import { findOperation } from "@/lib/catalogue"
import { readCatalogue, readTranslator } from "@/lib/client/messages/read-messages"
import { domainsOf, mayWrite } from "@/lib/session"

type Props = PageProps<"/data/[operation]">

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const operation = findOperation(await readCatalogue(), (await params).operation)
  if (operation?.kind !== "single") notFound()
  return { title: operation.title }
}

export default async function RecordFinderPage({ params }: Props) {
  const catalogue = await readCatalogue()
  const operation = findOperation(catalogue, (await params).operation)
  if (operation?.kind !== "single") notFound()
  const session = await readSession()
  if (!domainsOf(session?.roles ?? []).has(operation.domain))
    return <NoPermission domain={operation.domain} />
  const types = [openableType(catalogue, operation)]
  const t = await readTranslator("records")
  const { workspace, faults } = await readNames()
  const editsWorkspace = mayWrite(session?.roles ?? [])
  return (
    <PageBody>
      <PageHead title={operation.title}>{t("finder.intro")}</PageHead>
      <WorkspaceNotice faults={faults} editsWorkspace={editsWorkspace} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <RecordFinder
          records={knownRecordsOf(operation, workspace)}
          editsWorkspace={editsWorkspace}
        />
        <div className="grid gap-4">
          <OpenById types={types} />
          <RecentRecords types={types} />
        </div>
      </div>
    </PageBody>
  )
}
