import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { readSession } from "@/app/backend"
import { ImportLink, ViewSwitch } from "@/components/departments/tree/view-switch"
import { listOperations } from "@/lib/catalogue"
import { departmentRecord } from "@/lib/client"
import { readCatalogue, readTranslator } from "@/lib/client/messages/read-messages"
import { mayWrite } from "@/lib/session"
import { type SearchParams, showReport, toSearch } from "../../reports/show-report"

interface DepartmentTableProps {
  readonly searchParams: Promise<SearchParams>
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await readTranslator("departments")
  return { title: `${t("tree.title")} · ${t("tree.views.table")}` }
}

export default async function DepartmentTablePage({ searchParams }: DepartmentTableProps) {
  const operation = listOperations(await readCatalogue()).find(
    ({ record, parameters }) => record === departmentRecord && Object.keys(parameters).length === 0,
  )
  if (!operation) notFound()
  const t = await readTranslator("departments")
  const host = {
    path: "/departments/table",
    title: t("tree.title"),
    switch: <ViewSwitch view="table" />,
  }
  const session = await readSession()
  return showReport({
    operation,
    search: toSearch(await searchParams),
    host,
    tools: mayWrite(session?.roles ?? []) ? <ImportLink /> : null,
  })
}
