import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { knownRecordsOf } from "@/components/frame/known-records"
import { NoPermission } from "@/components/frame/no-permission"
import { OpenById } from "@/components/records/open-by-id"
import { RecordFinder } from "@/components/records/record-finder"
import { PageBody, PageHead } from "@/components/ui/page-head"
import { readSession, readWorkspace } from "@/lib/bff"
import { catalogue, findOperation } from "@/lib/catalogue"
import { translator } from "@/lib/client/messages"
import { domainsOf } from "@/lib/session"

type Props = PageProps<"/records/[operation]">

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const title = findOperation(catalogue, (await params).operation)?.title
  return title === undefined ? {} : { title }
}

export default async function RecordFinderPage({ params }: Props) {
  const operation = findOperation(catalogue, (await params).operation)
  if (operation?.kind !== "single") notFound()
  const session = await readSession()
  if (!domainsOf(session?.roles ?? []).has(operation.domain))
    return <NoPermission domain={operation.domain} />
  const steps = Object.entries(operation.parameters).map(([parameter, kind]) => ({
    parameter,
    title: catalogue.containers[kind]?.title ?? kind,
  }))
  return (
    <PageBody>
      <PageHead title={operation.title}>{translator("records")("finder.intro")}</PageHead>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <RecordFinder records={knownRecordsOf(operation, await readWorkspace())} />
        <OpenById operation={operation.id} steps={steps} />
      </div>
    </PageBody>
  )
}
