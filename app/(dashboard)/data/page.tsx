import { KeyRound } from "lucide-react"
import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { readNames, readSession } from "@/app/backend"
import { WorkspaceNotice } from "@/components/frame/workspace-notice"
import { AllOperations } from "@/components/records/all-operations"
import { OpenById } from "@/components/records/open-by-id"
import { openableType } from "@/components/records/openable-type"
import { RecentRecords } from "@/components/records/recent-records"
import { EmptyState } from "@/components/ui/empty-state"
import { PageBody, PageHead } from "@/components/ui/page-head"
import { singleOperations } from "@/lib/catalogue"
import { readCatalogue, readTranslator } from "@/lib/client/messages/read-messages"
import { domainsOf, mayWrite } from "@/lib/session"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("records"))("start.title") }
}

export default async function AllDataPage() {
  const session = await readSession()
  if (!session) redirect("/signin")
  const t = await readTranslator("records")
  const catalogue = await readCatalogue()
  const domains = domainsOf(session.roles)
  if (domains.size === 0)
    return <EmptyState isPage className="my-auto" icon={KeyRound} title={t("start.none")} />
  const { faults } = await readNames()
  const types = singleOperations(catalogue)
    .filter(({ domain }) => domains.has(domain))
    .map((operation) => openableType(catalogue, operation))
  return (
    <PageBody>
      <PageHead title={t("start.title")}>{t("start.intro")}</PageHead>
      <WorkspaceNotice faults={faults} editsWorkspace={mayWrite(session.roles)} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <AllOperations catalogue={catalogue} domains={domains} mayWrite={mayWrite(session.roles)} />
        <div className="grid gap-4">
          <OpenById types={types} />
          <RecentRecords types={types} />
        </div>
      </div>
    </PageBody>
  )
}
