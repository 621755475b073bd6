import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { readSession } from "@/app/backend"
import { OwnSessionsCard } from "@/components/settings/own-sessions-card"
import { PageBody, PageHead } from "@/components/ui/page-head"
import { readTranslator } from "@/lib/client/messages/read-messages"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("sessions"))("title") }
}

export default async function SessionsPage() {
  if (!(await readSession())) redirect("/signin")
  const t = await readTranslator("sessions")
  return (
    <PageBody>
      <PageHead title={t("title")}>{t("intro")}</PageHead>
      <OwnSessionsCard />
    </PageBody>
  )
}
