import type { Metadata } from "next"
import { NoPermission } from "@/components/frame/no-permission"
import { entriesOfKind } from "@/components/frame/visible-entries"
import { DataSetList } from "@/components/kpis/data-set-list"
import { readSession, readWorkspace } from "@/lib/bff"
import { readTranslator } from "@/lib/client/messages/read-translator"
import { domainsOf, mayWrite } from "@/lib/session"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("kpis"))("title") }
}

export default async function KpisPage() {
  const session = await readSession()
  if (!domainsOf(session?.roles ?? []).has("kpis")) return <NoPermission domain="kpis" />
  const dataSets = entriesOfKind(await readWorkspace(), "dataSet").map(({ entry }) => entry)
  return <DataSetList dataSets={dataSets} editsWorkspace={mayWrite(session?.roles ?? [])} />
}
