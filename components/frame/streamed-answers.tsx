"use client"

import { useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useEffect, useLayoutEffect } from "react"
import { notTaken, offerStreamed, type StreamedAnswer, withdrawStreamed } from "@/lib/client"

export interface StreamedAnswersProps {
  readonly answers: readonly StreamedAnswer[]
  /** Contains the queries. */
  readonly children: ReactNode
}

/** Provides streamed answers to the queries below, so that none of them is requested twice. */
export function StreamedAnswers({ answers, children }: StreamedAnswersProps) {
  const client = useQueryClient()
  // Layout effects run before the first fetch of queries, and this component's other effect runs
  // after it.
  useLayoutEffect(() => offerStreamed(answers), [answers])
  useEffect(() => {
    // Data that a query already holds is older.
    for (const { queryKey } of notTaken(answers))
      void client.refetchQueries({ queryKey, exact: true, type: "active" })
    withdrawStreamed(answers)
  }, [client, answers])
  return children
}
