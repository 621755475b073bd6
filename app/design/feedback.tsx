"use client"

import { Inbox, LockKeyhole, ToggleLeft } from "lucide-react"
import { type ReactNode, use, useSyncExternalStore } from "react"
import { Button } from "@/components/ui/button"
import { ChangeProblem } from "@/components/ui/change-problem"
import { Countdown } from "@/components/ui/countdown"
import { EmptyState } from "@/components/ui/empty-state"
import { ErrorState } from "@/components/ui/error-state"
import { MoreOptions } from "@/components/ui/more-options"
import { ProgressBar } from "@/components/ui/progress-bar"
import { QuotaWait, WaitNotice } from "@/components/ui/quota-wait"
import { ReadProblem } from "@/components/ui/read-problem"
import { SignedOut } from "@/components/ui/signed-out"
import { Skeleton } from "@/components/ui/skeleton"
import { TechnicalDetails } from "@/components/ui/technical-details"
import { UnreadParts } from "@/components/ui/unread-parts"
import { WaitingPage } from "@/components/ui/waiting-page"
import { ApiProblem } from "@/lib/client"
import { Specimen, SpecimenRow } from "./specimen"

const never = new Promise<null>(() => {})

/** What suspends for ever, so that the outline stays. */
function Pending(): ReactNode {
  return use(never)
}

const refused = new ApiProblem({
  status: 409,
  code: "name_taken",
  title: "",
  detail: "",
  requestId: "01JD3V9Q",
})

const unreachable = new ApiProblem({ status: 0, code: "unreachable", title: "", detail: "" })

const unchanging = () => () => {}

/** In the browser alone: the server would wait for ever. */
function Waiting() {
  const isBrowser = useSyncExternalStore(
    unchanging,
    () => true,
    () => false,
  )
  if (!isBrowser) return null
  return (
    <WaitingPage title="Content post" until={never}>
      <Pending />
    </WaitingPage>
  )
}

export function Feedback({ children }: { children: ReactNode }) {
  return (
    <Specimen title="Waiting, empty, failed">
      <div className="space-y-2">
        <Skeleton className="w-48" />
        <Skeleton className="w-80" />
        <Skeleton className="h-24 w-full" />
      </div>
      <div className="grid w-80 gap-3">
        <ProgressBar label="Copying" text="620 of 1,000 rows" share={0.62} moves />
        <ProgressBar label="Started" text="0 rows" share={null} moves />
        <ProgressBar label="Paused" text="620 of 1,000 rows" share={0.62} moves={false} />
      </div>
      <SpecimenRow name="Countdown">
        <Countdown seconds={600} onEnd={() => {}} />
        <QuotaWait variant="line" />
      </SpecimenRow>
      <ChangeProblem error={refused} />
      <ReadProblem error={unreachable} onRetry={() => {}} />
      <SignedOut />
      <UnreadParts parts={["colour=red"]} />
      <TechnicalDetails>GET /v1.4/departments</TechnicalDetails>
      <div className="w-64 rounded-md border">
        <MoreOptions count={12} />
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <EmptyState
          className="rounded-lg border"
          icon={Inbox}
          title="No posts match the filters"
          actions={<Button>Clear the filters</Button>}
        >
          The module has posts, but none with this status.
        </EmptyState>
        <EmptyState className="rounded-lg border" icon={ToggleLeft} title="This is switched off">
          Form: Leave request
        </EmptyState>
        <EmptyState className="rounded-lg border" icon={LockKeyhole} title="No access">
          Permission <code>kpis:read</code>
        </EmptyState>
        <ErrorState
          className="rounded-lg border"
          title="The platform did not answer"
          requestId="01JD3V9Q"
          actions={<Button>Try again</Button>}
        >
          Your question is unchanged; trying again often helps.
        </ErrorState>
        <div className="rounded-lg border">{children}</div>
        <div className="relative rounded-lg border">
          <Waiting />
          <WaitNotice until={never} />
        </div>
      </div>
    </Specimen>
  )
}
