import { useQuery } from "@tanstack/react-query"
import { useMemo, useSyncExternalStore } from "react"
import { type Fields, ownValue, referencesOf } from "@/lib/catalogue"
import { departmentNamesOptions, userNames } from "@/lib/client"
import type { NameOf } from "./cell-format"

const none: Readonly<Record<string, string>> = {}

/** The names of the departments and users that the ids in a record's fields stand for; other ids are named by `others`. */
export function useNames(record: string, fields: Fields, others: NameOf): NameOf {
  const targets = useMemo(() => referencesOf(record), [record])
  const enabled = Object.keys(fields).some((field) => targets.get(field) === "department")
  const departments = useQuery({ ...departmentNamesOptions(), enabled }).data?.names ?? none
  const version = useSyncExternalStore(userNames.subscribe, userNames.version, () => 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: names that arrive make another function, so that cells are written again
  return useMemo(
    () => (id, field) => {
      const target = field === undefined ? undefined : targets.get(field)
      if (target === "department") return ownValue(departments, id)
      if (target === "user") return userNames.read(id)
      return others(id)
    },
    [targets, departments, others, version],
  )
}
