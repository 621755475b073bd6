"use client"

import { useQuery } from "@tanstack/react-query"
import Link from "next/link"
import { use, useSyncExternalStore } from "react"
import { ownValue } from "@/lib/catalogue"
import { departmentNamesOptions, namesById, userNames, workspaceNamesOptions } from "@/lib/client"
import { IdTable, NameIdContext } from "../data-table"
import { ShortId } from "../ui/short-id"

interface KnownNameProps {
  readonly id: string
  /** The name in the record itself. */
  readonly name?: string | undefined
  /** The kind, if names of that kind may be known. */
  readonly of?: "department" | "user" | "userGroup" | undefined
  readonly href?: string | undefined
}

/** A known name for an id, if the record has none. */
function useKnownName({ id, name, of }: KnownNameProps): string | undefined {
  const unnamed = name === undefined && id !== "" ? of : undefined
  const departments = useQuery({
    ...departmentNamesOptions(),
    enabled: unnamed === "department",
  }).data
  const workspace = useQuery({ ...workspaceNamesOptions(), enabled: unnamed === "userGroup" }).data
  useSyncExternalStore(userNames.subscribe, userNames.version, () => 0)
  if (unnamed === "department") return departments && ownValue(departments.names, id)
  if (unnamed === "userGroup") return workspace && namesById(workspace.workspace.entries).get(id)
  return unnamed === "user" ? userNames.read(id) : name
}

/** A thing by name; without one, the short form of its id, which copies in full. */
export function KnownName(props: KnownNameProps) {
  const { id, of, href } = props
  const nameId = use(NameIdContext)
  const name = useKnownName(props)
  if (name === undefined)
    return (
      <span className="inline-flex items-center">
        <ShortId id={id} />
        {nameId(of, id, { isIcon: true })}
      </span>
    )
  if (!href) return name
  return (
    <Link href={href} prefetch={false} className="hover:text-accent-ink hover:underline">
      {name}
    </Link>
  )
}

interface InviteeTableProps {
  readonly label: string
  readonly ids: readonly string[]
}

/** The individually invited people, in the event's order. */
export function InviteeTable({ label, ids }: InviteeTableProps) {
  useSyncExternalStore(userNames.subscribe, userNames.version, () => 0)
  return <IdTable label={label} ids={ids} nameOf={(id) => userNames.read(id)} />
}
