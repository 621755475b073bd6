import type { Metadata } from "next"
import { notFound, redirect } from "next/navigation"
import { readSession } from "@/app/backend"
import { NoPermission } from "@/app/no-permission"
import { PersonHead } from "@/components/records/person-head"
import { parseGuid } from "@/lib/catalogue"
import { readTranslator } from "@/lib/client/messages/read-messages"
import { knowsNames } from "@/lib/session"
import { GatheredPage } from "../../gathered-page"

type Props = PageProps<"/people/[id]">

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("insights"))("about.person") }
}

/** A person, for those who may see people. */
export default async function PersonPage({ params }: Props) {
  const id = parseGuid((await params).id) ?? notFound()
  const session = await readSession()
  if (!session) redirect("/signin")
  if (!knowsNames(session.roles)) return <NoPermission permission="names:read" />
  return (
    <GatheredPage session={session} kind="person" id={id}>
      <PersonHead id={id} />
    </GatheredPage>
  )
}
