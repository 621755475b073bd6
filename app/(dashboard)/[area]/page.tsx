import { List } from "lucide-react"
import type { Metadata } from "next"
import Link from "next/link"
import { notFound, redirect } from "next/navigation"
import { readSession } from "@/app/backend"
import { NoPermission } from "@/app/no-permission"
import { type NavigationArea, navigationFor } from "@/components/frame/navigation-for"
import { buttonVariants } from "@/components/ui/button"
import { PageBody, PageHead } from "@/components/ui/page-head"
import { areaOfPath, insightsOf } from "@/lib/client"
import { readCatalogue, readTranslator } from "@/lib/client/messages/read-messages"
import { domainsOf } from "@/lib/session"
import { DrawnInsights } from "../drawn-insights"

interface AreaPageProps {
  readonly params: Promise<{ readonly area: string }>
}

async function findArea({ params }: AreaPageProps) {
  return areaOfPath((await params).area) ?? notFound()
}

export async function generateMetadata({ params }: AreaPageProps): Promise<Metadata> {
  const area = await findArea({ params })
  return { title: (await readTranslator("frame"))(`areas.${area}`) }
}

export default async function AreaPage({ params }: AreaPageProps) {
  const area = await findArea({ params })
  const session = await readSession()
  if (!session) redirect("/signin")
  const catalogue = await readCatalogue()
  const own = navigationFor(catalogue, domainsOf(session.roles)).find((each) => each.area === area)
  const domain = catalogue.operations.find((operation) => operation.area === area)?.domain
  if (!own) return domain ? <NoPermission domain={domain} /> : notFound()
  const t = await readTranslator("frame")
  return (
    <PageBody>
      <PageHead title={t(`areas.${area}`)} actions={<AreaLists items={own.items} />}>
        {t(`areaNotes.${area}`)}
      </PageHead>
      <DrawnInsights session={session} choose={(context) => insightsOf(area, context)} />
    </PageBody>
  )
}

async function AreaLists({ items }: Pick<NavigationArea, "items">) {
  const t = await readTranslator("frame")
  return items.map((item) => (
    <Link
      key={item.href}
      href={item.href}
      prefetch={false}
      className={buttonVariants({ size: "sm" })}
    >
      <List aria-hidden="true" />
      {t(`items.${item.kind}`, { title: item.title })}
    </Link>
  ))
}
