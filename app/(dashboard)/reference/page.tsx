import { FileJson } from "lucide-react"
import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { pageApi, readSession } from "@/app/backend"
import { ApiReference } from "@/components/reference/api-reference"
import { arrangeReference } from "@/components/reference/arrange-reference"
import { buttonVariants } from "@/components/ui/button"
import { PageBody, PageHead } from "@/components/ui/page-head"
import { readTranslator } from "@/lib/client/messages/read-messages"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("reference"))("title") }
}

export default async function ReferencePage() {
  if (!(await readSession())) redirect("/signin")
  const t = await readTranslator("reference")
  const document = await pageApi.get("/api/openapi.json")
  const json = (
    <a href="/api/openapi.json" className={buttonVariants()}>
      <FileJson aria-hidden="true" />
      {t("openJson")}
    </a>
  )
  return (
    <PageBody>
      <PageHead title={t("title")} actions={json}>
        {t("intro")}
      </PageHead>
      <ApiReference reference={arrangeReference(document, t)} t={t} />
    </PageBody>
  )
}
