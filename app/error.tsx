"use client"

import { FailedPage } from "@/components/frame/failed-page"
import type { UnexpectedErrorProps } from "@/components/frame/unexpected-error"

export default function ErrorPage(props: UnexpectedErrorProps) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <FailedPage {...props} />
    </main>
  )
}
