"use client"

import { useQuery } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { copiedListsOptions } from "@/lib/client"

/** Reads the page again once a list is copied on which its parts depend. */
export function RenewWhenCopied({ list }: { readonly list: string }) {
  const router = useRouter()
  const lists = useQuery(copiedListsOptions()).data?.lists
  const isCopied = lists?.find((each) => each.list === list)?.coverage.isComplete === true
  useEffect(() => {
    if (isCopied) router.refresh()
  }, [isCopied, router])
  return null
}
