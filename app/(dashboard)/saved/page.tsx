import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { pageApi, readSession } from "@/app/backend"
import { SavedTable } from "@/components/saved/saved-table"
import { PageBody, PageHead } from "@/components/ui/page-head"
import { readTranslator } from "@/lib/client/messages/read-messages"
import { readSavedTitles } from "../read-saved"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("frame"))("pages.saved") }
}

export default async function SavedPage() {
  if (!(await readSession())) redirect("/signin")
  const t = await readTranslator("views")
  const frame = await readTranslator("frame")
  const [saved, titles] = await Promise.all([
    pageApi.get("/api/views/all").catch(() => undefined),
    readSavedTitles(),
  ])
  return (
    <PageBody>
      <PageHead title={frame("pages.saved")}>{t("intro")}</PageHead>
      <SavedTable saved={saved} titles={titles} />
    </PageBody>
  )
}
