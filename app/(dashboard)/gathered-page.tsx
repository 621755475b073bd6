import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { StreamedAnswers } from "@/components/frame/streamed-answers"
import { CrumbName } from "@/components/ui/crumb-name"
import { PageBody, PageHead } from "@/components/ui/page-head"
import { ShortId, shortenId } from "@/components/ui/short-id"
import { insightsAbout } from "@/lib/client"
import type { Session } from "@/lib/session"
import { InsightGrid } from "./insight-grid"
import { readCopiedLists, readInsights } from "./read-insights"
import { drawInTime } from "./stream-answers"

interface GatheredPageProps {
  readonly session: Session
  readonly kind: "course" | "person"
  readonly id: string
  /** Undefined where nobody has named it. */
  readonly name: string | undefined
  /** What it is, and what is known of it beside the name. */
  readonly children: ReactNode
}

/** What lists hold of one course or one person, as figures that lead to the rows. */
export async function GatheredPage({ session, kind, id, name, children }: GatheredPageProps) {
  const client = new QueryClient()
  const [{ insights, setups, reads }] = await Promise.all([
    readInsights(session, () => insightsAbout(kind, id)),
    readCopiedLists(client),
  ])
  const streamed = await drawInTime(client, reads)
  const title = name ?? shortenId(id)
  return (
    <PageBody>
      <CrumbName id={id} name={title} />
      <PageHead title={title}>
        <span className="flex flex-wrap items-center gap-x-2">
          {children} <ShortId id={id} />
        </span>
      </PageHead>
      <HydrationBoundary state={dehydrate(client)}>
        <StreamedAnswers answers={streamed}>
          <InsightGrid insights={insights} setups={setups} about={title} />
        </StreamedAnswers>
      </HydrationBoundary>
    </PageBody>
  )
}
