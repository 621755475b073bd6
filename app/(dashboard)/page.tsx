import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { knownRecords } from "@/components/frame/known-records"
import { navigationFor } from "@/components/frame/navigation-for"
import { Overview } from "@/components/frame/overview"
import { mainRole } from "@/components/frame/person"
import { readSession, readWorkspace } from "@/lib/bff"
import { readCatalogue } from "@/lib/client/messages/read-catalogue"
import { readTranslator } from "@/lib/client/messages/read-translator"
import { domainsOf } from "@/lib/session"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("frame"))("overview") }
}

export default async function OverviewPage() {
  const session = await readSession()
  if (!session) redirect("/signin")
  const { roles } = session
  const domains = domainsOf(roles)
  const catalogue = await readCatalogue()
  return (
    <Overview
      areas={navigationFor(catalogue, domains)}
      known={knownRecords(catalogue, await readWorkspace(), domains)}
      role={mainRole(roles)}
    />
  )
}
