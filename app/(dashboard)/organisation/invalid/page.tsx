import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query"
import type { Metadata } from "next"
import { notFound, redirect } from "next/navigation"
import { readSession } from "@/app/backend"
import { NoPermission } from "@/app/no-permission"
import { InvalidValues } from "@/components/departments/invalid/invalid-values"
import { StreamedAnswers } from "@/components/frame/streamed-answers"
import { PageBody, PageHead } from "@/components/ui/page-head"
import { departmentSchemas, findOperation, catalogue as platform } from "@/lib/catalogue"
import { readCatalogue, readTranslator } from "@/lib/client/messages/read-messages"
import { domainsOf, mayWrite } from "@/lib/session"
import { drawInTime, invalidRead } from "../../stream-answers"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("departments"))("invalid.title") }
}

const fields = new Set(Object.keys(departmentSchemas(platform)))

interface InvalidPageProps {
  readonly searchParams: Promise<{ readonly field?: string | string[] }>
}

export default async function InvalidPage({ searchParams }: InvalidPageProps) {
  const session = await readSession()
  if (!session) redirect("/signin")
  if (!domainsOf(session.roles).has("users")) return <NoPermission domain="users" />
  const list = findOperation(await readCatalogue(), "departments")
  if (list?.kind !== "list") notFound()
  const { field: named } = await searchParams
  const field = typeof named === "string" && fields.has(named) ? named : undefined
  const t = await readTranslator("departments")
  const client = new QueryClient()
  const streamed = await drawInTime(client, [invalidRead(field)])
  return (
    <PageBody>
      <PageHead title={t("invalid.title")}>{t("invalid.intro")}</PageHead>
      <HydrationBoundary state={dehydrate(client)}>
        <StreamedAnswers answers={streamed}>
          <InvalidValues list={list} field={field} mayWrite={mayWrite(session.roles)} />
        </StreamedAnswers>
      </HydrationBoundary>
    </PageBody>
  )
}
