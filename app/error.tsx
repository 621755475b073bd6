"use client"

import { UnexpectedError, type UnexpectedErrorProps } from "@/components/frame/unexpected-error"

export default function ErrorPage(props: UnexpectedErrorProps) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <UnexpectedError {...props} />
    </main>
  )
}
