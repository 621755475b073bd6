import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query"
import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { pageApi, readSession } from "@/app/backend"
import { DepartmentTree } from "@/components/departments/tree/department-tree"
import { NoPermission } from "@/components/frame/no-permission"
import { departmentTreeOptions } from "@/lib/client"
import { readTranslator } from "@/lib/client/messages/read-translator"
import { domainsOf, mayWrite } from "@/lib/session"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("departments"))("tree.title") }
}

/** The departments as state for the browser's queries; where they could not be read, the browser asks itself. */
async function readTree() {
  const client = new QueryClient()
  const tree = await pageApi.get("/api/departments/tree").catch(() => undefined)
  if (tree) client.setQueryData(departmentTreeOptions().queryKey, { ...tree })
  return dehydrate(client)
}

export default async function DepartmentsPage() {
  const session = await readSession()
  if (!session) redirect("/signin")
  if (!domainsOf(session.roles).has("users")) return <NoPermission domain="users" />
  return (
    <HydrationBoundary state={await readTree()}>
      <DepartmentTree mayEdit={mayWrite(session.roles)} />
    </HydrationBoundary>
  )
}
