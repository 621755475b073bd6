import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { readSession } from "@/app/backend"
import { NoPermission } from "@/app/no-permission"
import { Activity } from "@/components/activity/activity"
import { PageBody } from "@/components/ui/page-head"
import { findOperation, patchOperations } from "@/lib/catalogue"
import { readCatalogue, readTranslator } from "@/lib/client/messages/read-messages"
import { domainsOf, mayWrite } from "@/lib/session"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("activity"))("title") }
}

export default async function ActivityPage() {
  const roles = (await readSession())?.roles ?? []
  if (!domainsOf(roles).has("users")) return <NoPermission domain="users" />
  const catalogue = await readCatalogue()
  const list = findOperation(catalogue, "departments")
  if (list?.kind !== "list") notFound()
  return (
    <PageBody>
      <Activity
        list={list}
        patches={patchOperations(catalogue).filter(({ record }) => record === list.record)}
        mayWrite={mayWrite(roles)}
      />
    </PageBody>
  )
}
