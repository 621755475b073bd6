import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { findList } from "@/lib/catalogue"
import { readCatalogue } from "@/lib/client/messages/read-messages"
import { type SearchParams, showReport, toSearch } from "../show-report"

interface ReportPageProps {
  readonly params: Promise<{ readonly report: string }>
  readonly searchParams: Promise<SearchParams>
}

const findReport = async (id: string) => findList(await readCatalogue(), decodeURIComponent(id))

export async function generateMetadata({ params }: ReportPageProps): Promise<Metadata> {
  const operation = await findReport((await params).report)
  if (!operation) notFound()
  return { title: operation.title }
}

export default async function ReportPage({ params, searchParams }: ReportPageProps) {
  const operation = await findReport((await params).report)
  if (!operation) notFound()
  return showReport({ operation, search: toSearch(await searchParams) })
}
