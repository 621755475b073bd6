"use client"

import { Inbox } from "lucide-react"
import { Button } from "@/components/ui/button"
import { EmptyState } from "@/components/ui/empty-state"
import { ErrorState } from "@/components/ui/error-state"
import { Skeleton } from "@/components/ui/skeleton"
import { Specimen } from "./specimen"

export function Feedback() {
  return (
    <Specimen title="Waiting, empty, failed">
      <div className="space-y-2">
        <Skeleton className="w-48" />
        <Skeleton className="w-80" />
        <Skeleton className="h-24 w-full" />
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
        <ErrorState
          className="rounded-lg border"
          title="The platform did not answer"
          requestId="01JD3V9Q"
          actions={<Button>Try again</Button>}
        >
          Your question is unchanged; trying again often helps.
        </ErrorState>
      </div>
    </Specimen>
  )
}
