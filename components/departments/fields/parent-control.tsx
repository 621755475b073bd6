import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { useLocale, useTranslations } from "use-intl"
import { departmentTreeOptions } from "@/lib/client"
import { Combobox } from "../../ui/combobox"
import { arrangeTree } from "../tree/arrange-tree"
import type { ControlProps } from "./control-props"
import { parentOptions } from "./parent-options"

/** The department above, found by name, path or external id. */
export function ParentControl({ label, value, onChange, departmentId }: ControlProps) {
  const t = useTranslations("departments.fields")
  const words = useTranslations("departments.words")
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
      placeholder={words("none")}
      searchPlaceholder={t("findDepartment")}
      source={{ data, error, isPending, refetch }}
      clearable
    />
  )
}
