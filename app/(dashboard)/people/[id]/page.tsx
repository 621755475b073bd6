import type { Metadata } from "next"
import { notFound, redirect } from "next/navigation"
import { readSession } from "@/app/backend"
import { NoPermission } from "@/app/no-permission"
import { PersonHead } from "@/components/records/person-head"
import { PageBody } from "@/components/ui/page-head"
import { parseGuid } from "@/lib/catalogue"
import { insightsAbout } from "@/lib/client"
import { readTranslator } from "@/lib/client/messages/read-messages"
import { knowsNames } from "@/lib/session"
import { DrawnInsights } from "../../drawn-insights"

type Props = PageProps<"/people/[id]">

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("insights"))("about.person") }
}

export default async function PersonPage({ params }: Props) {
  const id = parseGuid((await params).id) ?? notFound()
  const session = await readSession()
  if (!session) redirect("/signin")
  if (!knowsNames(session.roles)) return <NoPermission permission="names:read" />
  return (
    <PageBody>
      <PersonHead id={id} />
      <DrawnInsights session={session} choose={() => insightsAbout("person", id)} />
    </PageBody>
  )
}
