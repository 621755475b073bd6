"use client"

import { UnexpectedError, type UnexpectedErrorProps } from "@/components/frame/unexpected-error"

export default function DashboardError(props: UnexpectedErrorProps) {
  return (
    <div className="my-auto">
      <UnexpectedError {...props} />
    </div>
  )
}
