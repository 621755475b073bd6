import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query"
import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { readBackend, readSession } from "@/app/backend"
import { NoPermission } from "@/app/no-permission"
import { answerInTime, streamAnswer } from "@/app/stream-answer"
import { DepartmentTreeView } from "@/components/departments/tree/department-tree"
import { StreamedAnswers } from "@/components/frame/streamed-answers"
import { createApi, departmentTreeOptions } from "@/lib/client"
import { readTranslator } from "@/lib/client/messages/read-messages"
import { domainsOf, mayWrite } from "@/lib/session"

export async function generateMetadata(): Promise<Metadata> {
  const t = await readTranslator("departments")
  return { title: `${t("tree.title")} · ${t("tree.views.tree")}` }
}

/** The departments as query state if they are available at once, else as a streamed response. */
async function readTree() {
  const client = new QueryClient()
  const path = "/api/departments/tree"
  const { queryKey } = departmentTreeOptions()
  const requested = readBackend(path)
  const answer = await answerInTime(requested).catch(() => undefined)
  if (!answer)
    return {
      state: dehydrate(client),
      streamed: [streamAnswer({ url: path, queryKey }, requested)],
    }
  const tree = await createApi(async () => answer)
    .get(path)
    .catch(() => undefined)
  if (tree) client.setQueryData(queryKey, tree)
  return { state: dehydrate(client), streamed: [] }
}

export default async function DepartmentsPage() {
  const session = await readSession()
  if (!session) redirect("/signin")
  if (!domainsOf(session.roles).has("users")) return <NoPermission domain="users" />
  const first = await readTree()
  return (
    <HydrationBoundary state={first.state}>
      <StreamedAnswers answers={first.streamed}>
        <DepartmentTreeView mayEdit={mayWrite(session.roles)} />
      </StreamedAnswers>
    </HydrationBoundary>
  )
}
