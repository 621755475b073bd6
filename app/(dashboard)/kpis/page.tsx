import type { Metadata } from "next"
import { NoPermission } from "@/components/frame/no-permission"
import { entriesOfKind } from "@/components/frame/visible-entries"
import { DataSetList } from "@/components/kpis/data-set-list"
import { readSession, readWorkspace } from "@/lib/bff"
import { messages } from "@/lib/client/messages"
import { domainsOf } from "@/lib/session"

export const metadata: Metadata = { title: messages.kpis.title }

export default async function KpisPage() {
  const session = await readSession()
  if (!domainsOf(session?.roles ?? []).has("kpis")) return <NoPermission domain="kpis" />
  const dataSets = entriesOfKind(await readWorkspace(), "dataSet").map(({ entry }) => entry)
  return <DataSetList dataSets={dataSets} />
}
