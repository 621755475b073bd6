import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { useLocale, useTranslations } from "use-intl"
import { departmentTreeOptions } from "@/lib/client"
import { Combobox } from "../../ui/combobox"
import type { Option } from "../../ui/select"
import { arrangeTree, pathTo, type Tree } from "../tree/arrange-tree"
import type { ControlProps } from "./control-props"

interface Reasons {
  readonly self: string
  readonly below: string
}

/** All departments with their path; one that would create a cycle says so and is disabled. */
export function parentOptions(tree: Tree, id: string | undefined, reasons: Reasons): Option[] {
  const own = id === undefined ? undefined : tree.nodes[tree.indexes.get(id) ?? -1]
  return tree.nodes.map(({ entry, index }) => {
    const path = pathTo(tree, index)
      .slice(0, -1)
      .map((node) => node.entry.name)
      .join(" › ")
    const isSelf = index === own?.index
    const isBelow = own !== undefined && index > own.index && index < own.end
    const reason = isSelf ? reasons.self : isBelow ? reasons.below : undefined
    return {
      value: entry.id,
      label: entry.name,
      description: [reason, path || undefined, entry.externalId ?? undefined]
        .filter((part) => part !== undefined)
        .join(" · "),
      disabled: reason !== undefined,
    }
  })
}

/** The parent department, found by name, path or external id. */
export function ParentControl({ label, value, onChange, departmentId }: ControlProps) {
  const t = useTranslations("departments.fields")
  const tTerms = useTranslations("departments.words")
  const locale = useLocale()
  const { data, error, isPending, refetch } = useQuery(departmentTreeOptions())
  const options = useMemo(() => {
    const tree = arrangeTree(data?.departments ?? [], locale)
    const reasons = { self: t("parentSelf"), below: t("parentBelow") }
    return parentOptions(tree, departmentId, reasons)
  }, [data, locale, departmentId, t])
  const id = typeof value === "string" ? value : null
  const isKnown = id === null || options.some((option) => option.value === id)
  return (
    <Combobox
      label={label}
      options={isKnown ? options : [{ value: id, label: id }, ...options]}
      value={id}
      onValueChange={onChange}
      placeholder={tTerms("none")}
      searchPlaceholder={t("findDepartment")}
      source={{ data, error, isPending, refetch }}
      clearable
    />
  )
}
