import type { Metadata } from "next"
import { notFound, redirect } from "next/navigation"
import { cache } from "react"
import { readNames, readSession } from "@/app/backend"
import { NoPermission } from "@/app/no-permission"
import { CrumbName } from "@/components/ui/crumb-name"
import { PageBody, PageHead } from "@/components/ui/page-head"
import { shortenId } from "@/components/ui/short-id"
import { parseGuid } from "@/lib/catalogue"
import { insightsAbout } from "@/lib/client"
import { readTranslator } from "@/lib/client/messages/read-messages"
import { domainsOf } from "@/lib/session"
import { DrawnInsights } from "../../drawn-insights"

type Props = PageProps<"/courses/[id]">

const readCourse = cache(async (text: string) => {
  const id = parseGuid(text) ?? notFound()
  const { entries } = (await readNames()).workspace
  return { id, name: entries.find((entry) => entry.kind === "course" && entry.id === id)?.name }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await readCourse((await params).id)
  return { title: name ?? (await readTranslator("insights"))("about.course") }
}

export default async function CoursePage({ params }: Props) {
  const session = await readSession()
  if (!session) redirect("/signin")
  if (!domainsOf(session.roles).has("training")) return <NoPermission domain="training" />
  const { id, name } = await readCourse((await params).id)
  const t = await readTranslator("insights")
  const title = name ?? shortenId(id)
  return (
    <PageBody>
      <CrumbName id={id} name={title} />
      <PageHead title={title}>{t("about.course")}</PageHead>
      <DrawnInsights session={session} choose={() => insightsAbout("course", id)} about={title} />
    </PageBody>
  )
}
