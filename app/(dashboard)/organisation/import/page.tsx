import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { readSession } from "@/app/backend"
import { NoPermission } from "@/app/no-permission"
import { ImportEdit } from "@/components/departments/import/import-edit"
import { PageBody, PageHead } from "@/components/ui/page-head"
import { exportColumns, findOperation } from "@/lib/catalogue"
import { readCatalogue, readTranslator } from "@/lib/client/messages/read-messages"
import { mayWrite } from "@/lib/session"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("departments"))("import.title") }
}

export default async function ImportPage() {
  const roles = (await readSession())?.roles ?? []
  if (!mayWrite(roles)) return <NoPermission permission="users:write" />
  const catalogue = await readCatalogue()
  const list = findOperation(catalogue, "departments")
  if (list?.kind !== "list") notFound()
  const t = await readTranslator("departments")
  return (
    <PageBody>
      <PageHead title={t("import.title")}>{t("import.intro")}</PageHead>
      <ImportEdit list={list} columns={exportColumns(catalogue, list)} />
    </PageBody>
  )
}
