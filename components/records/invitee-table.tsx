"use client"

import { useSyncExternalStore } from "react"
import { userNames } from "@/lib/client"
import { IdTable } from "../data-table"

export interface InviteeTableProps {
  readonly label: string
  readonly ids: readonly string[]
}

/** The people that an event invites one by one, in the event's order. */
export function InviteeTable({ label, ids }: InviteeTableProps) {
  useSyncExternalStore(userNames.subscribe, userNames.version, () => 0)
  return <IdTable label={label} ids={ids} nameOf={(id) => userNames.read(id)} />
}
