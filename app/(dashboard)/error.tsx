"use client"

import { FailedPage } from "@/components/frame/failed-page"
import type { UnexpectedErrorProps } from "@/components/frame/unexpected-error"

export default function DashboardError(props: UnexpectedErrorProps) {
  return (
    <div className="my-auto">
      <FailedPage {...props} />
    </div>
  )
}
