import { type ReactNode, Suspense } from "react"
import { PageBody, PageHead } from "./page-head"
import { WaitNotice } from "./quota-wait"
import { Skeleton } from "./skeleton"

export interface WaitingPageProps {
  readonly title: string
  /** Resolves when the data is available. */
  readonly until: Promise<null>
  /** The page, which suspends until then. */
  readonly children: ReactNode
}

/**
 * A page with slow data: shows its outline meanwhile, and the remaining time if it waits for quota.
 */
export function WaitingPage({ title, until, children }: WaitingPageProps) {
  return (
    <div className="relative flex flex-1 flex-col">
      <Suspense fallback={<PageOutline title={title} />}>{children}</Suspense>
      <WaitNotice until={until} />
    </div>
  )
}

function PageOutline({ title }: { title: string }) {
  return (
    <PageBody>
      <PageHead title={title}>
        <Skeleton className="mt-1 w-56 max-w-full" />
      </PageHead>
      <div className="grid min-h-80 content-start gap-4 rounded-lg border bg-surface p-4">
        {["w-2/5", "w-3/5", "w-1/2", "w-2/3", "w-1/3", "w-3/4"].map((width) => (
          <Skeleton key={width} className={width} />
        ))}
      </div>
    </PageBody>
  )
}
