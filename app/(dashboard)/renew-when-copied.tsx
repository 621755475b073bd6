"use client"

import { useQuery } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { copiedListsOptions } from "@/lib/client"

/** Refreshes the page once a list that it depends on is copied. */
export function RenewWhenCopied({ list }: { readonly list: string }) {
  const router = useRouter()
  const lists = useQuery(copiedListsOptions()).data?.lists
  const isCopied = lists?.find((each) => each.list === list)?.coverage.isComplete === true
  useEffect(() => {
    if (isCopied) router.refresh()
  }, [isCopied, router])
  return null
}
