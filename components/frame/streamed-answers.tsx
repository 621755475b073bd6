"use client"

import { useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useEffect, useLayoutEffect } from "react"
import { notTaken, offerStreamed, type StreamedAnswer, withdrawStreamed } from "@/lib/client"

export interface StreamedAnswersProps {
  readonly answers: readonly StreamedAnswer[]
  /** What asks for them. */
  readonly children: ReactNode
}

/** Gives the queries below the answers that the page's own stream carries, so that none of them is asked for twice. */
export function StreamedAnswers({ answers, children }: StreamedAnswersProps) {
  const client = useQueryClient()
  // Layout effects run before queries ask for the first time, and this component's other effect after that.
  useLayoutEffect(() => offerStreamed(answers), [answers])
  useEffect(() => {
    // What a query holds already is older.
    for (const { queryKey } of notTaken(answers))
      void client.refetchQueries({ queryKey, exact: true, type: "active" })
    withdrawStreamed(answers)
  }, [client, answers])
  return children
}
