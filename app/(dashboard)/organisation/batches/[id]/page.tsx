import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { readSession } from "@/app/backend"
import { NoPermission } from "@/app/no-permission"
import { BatchView } from "@/components/departments/bulk/batch-view"
import { shortenId } from "@/components/ui/short-id"
import { findOperation, parseGuid } from "@/lib/catalogue"
import { readCatalogue, readTranslator } from "@/lib/client/messages/read-messages"
import { domainsOf, mayWrite } from "@/lib/session"

type Props = PageProps<"/organisation/batches/[id]">

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const id = parseGuid((await params).id)
  if (!id) notFound()
  const t = await readTranslator("departments")
  return { title: `${t("bulk.batch.title")} ${shortenId(id)}` }
}

export default async function BatchPage({ params }: Props) {
  const roles = (await readSession())?.roles ?? []
  if (!domainsOf(roles).has("users")) return <NoPermission domain="users" />
  const id = parseGuid((await params).id)
  const list = findOperation(await readCatalogue(), "departments")
  if (!id || list?.kind !== "list") notFound()
  return <BatchView id={id} list={list} mayWrite={mayWrite(roles)} />
}
