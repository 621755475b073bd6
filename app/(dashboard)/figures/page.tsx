import { ChartLine } from "lucide-react"
import type { Metadata } from "next"
import { readNames, readSession } from "@/app/backend"
import { NoPermission } from "@/app/no-permission"
import { DataSets } from "@/components/data-sets/data-sets"
import { WorkspaceNotice } from "@/components/frame/workspace-notice"
import { Card } from "@/components/ui/card"
import { EmptyState } from "@/components/ui/empty-state"
import { PageBody, PageHead } from "@/components/ui/page-head"
import { SettingsLink } from "@/components/ui/settings-link"
import { listOperations } from "@/lib/catalogue"
import { readCatalogue, readTranslator } from "@/lib/client/messages/read-messages"
import { domainsOf, mayWrite } from "@/lib/session"
import { readMeasured } from "./read-measured"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("dataSets"))("title") }
}

export default async function DataSetsPage() {
  const session = await readSession()
  const roles = session?.roles ?? []
  if (!domainsOf(roles).has("kpis")) return <NoPermission domain="kpis" />
  const t = await readTranslator("dataSets")
  const points = listOperations(await readCatalogue()).find(({ record }) => record === "dataPoint")
  const { faults } = await readNames()
  const dataSets = points ? await readMeasured() : []
  const isAdministrator = mayWrite(roles)
  return (
    <PageBody>
      <PageHead title={t("title")}>{t("intro")}</PageHead>
      {faults.length > 0 ? (
        <WorkspaceNotice faults={faults} editsWorkspace={isAdministrator} />
      ) : null}
      {points && dataSets.length > 0 ? <DataSets operation={points} dataSets={dataSets} /> : null}
      {dataSets.length === 0 && faults.length === 0 ? (
        <NoDataSets editsWorkspace={isAdministrator} />
      ) : null}
    </PageBody>
  )
}

async function NoDataSets({ editsWorkspace }: { editsWorkspace: boolean }) {
  const t = await readTranslator("dataSets")
  return (
    <Card>
      <EmptyState
        icon={ChartLine}
        title={t("empty.title")}
        actions={editsWorkspace ? <SettingsLink /> : undefined}
      >
        {t("empty.detail")}
      </EmptyState>
    </Card>
  )
}
