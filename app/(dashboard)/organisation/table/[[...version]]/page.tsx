import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { readSession } from "@/app/backend"
import { ImportLink, ViewSwitch } from "@/components/departments/tree/view-switch"
import { type ListOperation, listOperations } from "@/lib/catalogue"
import { departmentRecord } from "@/lib/client"
import { readCatalogue, readTranslator } from "@/lib/client/messages/read-messages"
import { mayWrite } from "@/lib/session"
import { type SearchParams, showReport, toSearch } from "../../../reports/show-report"

interface DepartmentTableProps {
  readonly params: Promise<{ readonly version?: readonly string[] }>
  readonly searchParams: Promise<SearchParams>
}

const tablePath = "/organisation/table"

/** The lists of all departments with the addresses of their tables, the most complete first. */
async function departmentSources() {
  const lists = listOperations(await readCatalogue()).filter(
    ({ record, parameters }) => record === departmentRecord && Object.keys(parameters).length === 0,
  )
  return lists.map((operation, index) => ({
    operation,
    href: index === 0 ? tablePath : `${tablePath}/${operation.version}`,
  }))
}

async function readSource({ params }: Pick<DepartmentTableProps, "params">) {
  const { version = [] } = await params
  const sources = await departmentSources()
  const href = [tablePath, ...version].join("/")
  const source = sources.find((each) => each.href === href)
  if (!source) notFound()
  return source
}

const titleOf = async ({ version }: ListOperation, isFirst: boolean) => {
  const t = await readTranslator("departments")
  const title = `${t("tree.title")} · ${t("tree.views.table")}`
  return isFirst ? title : `${title} · ${version}`
}

export async function generateMetadata({ params }: DepartmentTableProps): Promise<Metadata> {
  const source = await readSource({ params })
  return { title: await titleOf(source.operation, source.href === tablePath) }
}

export default async function DepartmentTablePage({ params, searchParams }: DepartmentTableProps) {
  const source = await readSource({ params })
  const t = await readTranslator("departments")
  const session = await readSession()
  const host = {
    path: source.href,
    title: t("tree.title"),
    switch: <ViewSwitch view="table" />,
  }
  return showReport({
    operation: source.operation,
    search: toSearch(await searchParams),
    host,
    tools: mayWrite(session?.roles ?? []) ? <ImportLink /> : null,
  })
}
