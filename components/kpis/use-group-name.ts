import { useQuery } from "@tanstack/react-query"
import { useCallback, useSyncExternalStore } from "react"
import { useTranslations } from "use-intl"
import { ownValue, type SeriesGroup } from "@/lib/catalogue"
import { departmentNamesOptions, userNames } from "@/lib/client"
import { shortenId } from "../ui/short-id"

const none: Readonly<Record<string, string>> = {}

/** Names departments and persons by their ids, those without a known name by a short form. */
export function useIdNames() {
  const departments = useQuery(departmentNamesOptions()).data?.names ?? none
  const version = useSyncExternalStore(userNames.subscribe, userNames.version, () => 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: names that arrive make another function
  const user = useCallback((id: string) => userNames.read(id) ?? shortenId(id), [version])
  const department = useCallback(
    (id: string) => ownValue(departments, id) ?? shortenId(id),
    [departments],
  )
  return { department, user, departments }
}

/** Names the groups of an answer. */
export function useGroupName(): (group: SeriesGroup) => string {
  const t = useTranslations("kpis.groups")
  const { department, user } = useIdNames()
  return useCallback(
    (group) => {
      if (group.kind === "all") return t("all")
      if (group.kind === "other") return t("other", { count: group.members })
      if (group.key === null) return t(`without.${group.kind}`)
      if (group.kind === "department") return department(group.key)
      return group.kind === "user" ? user(group.key) : group.key
    },
    [t, department, user],
  )
}
