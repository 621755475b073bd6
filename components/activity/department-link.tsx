"use client"

import { useQuery } from "@tanstack/react-query"
import Link from "next/link"
import { useCallback } from "react"
import { departmentHref, departmentNamesOptions } from "@/lib/client"
import { shortenId } from "../ui/short-id"

const none: Readonly<Record<string, string>> = {}

/** Names departments by their ids; one without a known name by the short form of its id. */
export function useDepartmentName(): (id: string) => string {
  const names = useQuery(departmentNamesOptions()).data?.names ?? none
  return useCallback((id: string) => names[id] ?? shortenId(id), [names])
}

/** A department by its name, leading to its page. */
export function DepartmentLink({ id }: { id: string }) {
  const nameOf = useDepartmentName()
  return (
    <Link
      href={departmentHref(id)}
      prefetch={false}
      className="min-w-0 break-words font-medium hover:text-accent-ink hover:underline"
    >
      {nameOf(id)}
    </Link>
  )
}
