import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { readSession } from "@/app/backend"
import { SavedList } from "@/components/saved/saved-list"
import { PageBody, PageHead } from "@/components/ui/page-head"
import { readTranslator } from "@/lib/client/messages/read-messages"
import { readSaved } from "../read-saved"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("frame"))("pages.saved") }
}

export default async function SavedPage() {
  if (!(await readSession())) redirect("/signin")
  const t = await readTranslator("views")
  const frame = await readTranslator("frame")
  return (
    <PageBody>
      <PageHead title={frame("pages.saved")}>{t("intro")}</PageHead>
      <SavedList entries={await readSaved()} />
    </PageBody>
  )
}
