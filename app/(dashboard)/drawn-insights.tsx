import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query"
import { StreamedAnswers } from "@/components/frame/streamed-answers"
import type { InsightContext, NamedInsight } from "@/lib/client"
import type { Session } from "@/lib/session"
import { InsightGrid } from "./insight-grid"
import { readCopiedLists, readInsights } from "./read-insights"
import { RenewWhenCopied } from "./renew-when-copied"
import { drawInTime } from "./stream-answers"

interface DrawnInsightsProps {
  readonly session: Session
  readonly choose: (context: InsightContext) => readonly NamedInsight[]
  /** Their common subject, which is added to the title of a pinned one. */
  readonly about?: string | undefined
}

/** Renders insights with the figures that arrive in time and streams the others. */
export async function DrawnInsights({ session, choose, about }: DrawnInsightsProps) {
  const client = new QueryClient()
  const [{ insights, setups, reads, awaitsDepartments }] = await Promise.all([
    readInsights(session, choose),
    readCopiedLists(client),
  ])
  const streamed = await drawInTime(client, reads)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <StreamedAnswers answers={streamed}>
        {awaitsDepartments ? <RenewWhenCopied list="departments" /> : null}
        <InsightGrid insights={insights} setups={setups} about={about} />
      </StreamedAnswers>
    </HydrationBoundary>
  )
}
