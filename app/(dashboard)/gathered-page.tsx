import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { StreamedAnswers } from "@/components/frame/streamed-answers"
import { PageBody } from "@/components/ui/page-head"
import { insightsAbout } from "@/lib/client"
import type { Session } from "@/lib/session"
import { InsightGrid } from "./insight-grid"
import { readCopiedLists, readInsights } from "./read-insights"
import { drawInTime } from "./stream-answers"

interface GatheredPageProps {
  readonly session: Session
  readonly kind: "course" | "person"
  readonly id: string
  /** What pinned figures are called by too. */
  readonly about?: string | undefined
  /** The head of the page. */
  readonly children: ReactNode
}

/** What lists hold of one course or one person, as figures that lead to the rows. */
export async function GatheredPage({ session, kind, id, about, children }: GatheredPageProps) {
  const client = new QueryClient()
  const [{ insights, setups, reads }] = await Promise.all([
    readInsights(session, () => insightsAbout(kind, id)),
    readCopiedLists(client),
  ])
  const streamed = await drawInTime(client, reads)
  return (
    <PageBody>
      {children}
      <HydrationBoundary state={dehydrate(client)}>
        <StreamedAnswers answers={streamed}>
          <InsightGrid
            insights={insights}
            setups={setups}
            {...(about !== undefined && { about })}
          />
        </StreamedAnswers>
      </HydrationBoundary>
    </PageBody>
  )
}
