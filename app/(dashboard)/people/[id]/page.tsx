import type { Metadata } from "next"
import { notFound, redirect } from "next/navigation"
import { cache } from "react"
import { pageApi, readSession } from "@/app/backend"
import { NoPermission } from "@/app/no-permission"
import { ownValue, parseGuid } from "@/lib/catalogue"
import { describePerson } from "@/lib/client"
import { readTranslator } from "@/lib/client/messages/read-messages"
import { knowsNames } from "@/lib/session"
import { GatheredPage } from "../../gathered-page"

type Props = PageProps<"/people/[id]">

/** A person of the file of names, for those who may know all names; undefined for others. */
const readPerson = cache(async (text: string) => {
  const id = parseGuid(text) ?? notFound()
  const session = await readSession()
  if (!session) redirect("/signin")
  if (!knowsNames(session.roles)) return undefined
  const found = await pageApi.post("/api/names/users/lookup", { body: { ids: [id] } })
  return { id, session, name: found.names[id], details: ownValue(found.details ?? {}, id) }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const person = await readPerson((await params).id)
  return { title: person?.name ?? (await readTranslator("insights"))("about.person") }
}

/** A person, for those who may see people. */
export default async function PersonPage({ params }: Props) {
  const person = await readPerson((await params).id)
  if (!person) return <NoPermission permission="names:read" />
  const { id, session, name, details } = person
  const t = await readTranslator("insights")
  return (
    <GatheredPage session={session} kind="person" id={id} name={name}>
      {[describePerson(details) ?? t("about.person"), details?.email].filter(Boolean).join(" · ")}
    </GatheredPage>
  )
}
