import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { pageApi, readNames, readSession } from "@/app/backend"
import { entriesOfKind } from "@/components/frame/known-records"
import { SavedTable } from "@/components/saved/saved-table"
import { PageBody, PageHead } from "@/components/ui/page-head"
import { listOperations, wholeLists } from "@/lib/catalogue"
import { readCatalogue, readTranslator } from "@/lib/client/messages/read-messages"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("frame"))("pages.saved") }
}

export default async function SavedPage() {
  if (!(await readSession())) redirect("/signin")
  const t = await readTranslator("views")
  const frame = await readTranslator("frame")
  const [saved, catalogue, { workspace }] = await Promise.all([
    pageApi.get("/api/views/all").catch(() => undefined),
    readCatalogue(),
    readNames(),
  ])
  const lists = [...listOperations(catalogue), ...wholeLists(catalogue)]
  const dataSets = entriesOfKind(workspace, "dataSet")
  return (
    <PageBody>
      <PageHead title={frame("pages.saved")}>{t("intro")}</PageHead>
      <SavedTable
        saved={saved}
        titles={{
          lists: Object.fromEntries(lists.map(({ id, title }) => [id, title])),
          dataSets: Object.fromEntries(dataSets.map(({ entry: { id, name } }) => [id, name])),
        }}
      />
    </PageBody>
  )
}
