import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { readSession } from "@/app/backend"
import { NoPermission } from "@/app/no-permission"
import { BulkEdit } from "@/components/departments/bulk/bulk-edit"
import { RecentBatches } from "@/components/departments/bulk/recent-batches"
import { ImportLink } from "@/components/departments/tree/view-switch"
import { PageBody, PageHead } from "@/components/ui/page-head"
import { findOperation } from "@/lib/catalogue"
import { readCatalogue, readTranslator } from "@/lib/client/messages/read-messages"
import { mayWrite } from "@/lib/session"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("departments"))("bulk.title") }
}

export default async function BulkPage() {
  const roles = (await readSession())?.roles ?? []
  if (!mayWrite(roles)) return <NoPermission permission="users:write" />
  const list = findOperation(await readCatalogue(), "departments")
  if (list?.kind !== "list") notFound()
  const t = await readTranslator("departments")
  return (
    <PageBody>
      <PageHead title={t("bulk.title")} actions={<ImportLink />}>
        {t("bulk.intro")}
      </PageHead>
      <BulkEdit list={list} />
      <RecentBatches />
    </PageBody>
  )
}
