import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { readSession } from "@/app/backend"
import { ExportList } from "@/components/exports/export-list"
import { PageBody, PageHead } from "@/components/ui/page-head"
import { listOperations, wholeLists } from "@/lib/catalogue"
import { readCatalogue, readTranslator } from "@/lib/client/messages/read-messages"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("exports"))("title") }
}

export default async function ExportsPage() {
  if (!(await readSession())) redirect("/signin")
  const t = await readTranslator("exports")
  const catalogue = await readCatalogue()
  const lists = Object.fromEntries(
    [...listOperations(catalogue), ...wholeLists(catalogue)].map(({ id, title, version, path }) => [
      id,
      { title, path: `/${version}${path}` },
    ]),
  )
  return (
    <PageBody>
      <PageHead title={t("title")}>{t("intro")}</PageHead>
      <ExportList lists={lists} />
    </PageBody>
  )
}
