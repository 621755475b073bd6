import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { useLocale } from "use-intl"
import { departmentTreeOptions, type TreeEntry } from "@/lib/client"
import type { ComboboxProps } from "../ui/combobox"
import { shortenId } from "../ui/short-id"

const none: readonly TreeEntry[] = []

/** Every department to choose from, told apart by what is above it, its place and its id. */
export function useDepartmentOptions(
  chosen: string | undefined,
): Pick<ComboboxProps<string>, "options" | "source"> {
  const { data, error, isPending, refetch } = useQuery(departmentTreeOptions())
  const departments = data?.departments ?? none
  const locale = useLocale()
  const options = useMemo(() => {
    const { compare } = new Intl.Collator(locale, { numeric: true })
    const names = new Map(departments.map(({ id, name }) => [id, name]))
    const options = departments
      .map(({ id, name, parentId, city, externalId }) => ({
        value: id,
        label: name,
        description: [
          parentId === null ? null : names.get(parentId),
          city,
          externalId,
          shortenId(id),
        ]
          .filter(Boolean)
          .join(" · "),
      }))
      .toSorted((one, other) => compare(one.label, other.label))
    const isUnknown = chosen !== undefined && !names.has(chosen)
    return isUnknown ? [{ value: chosen, label: shortenId(chosen) }, ...options] : options
  }, [departments, locale, chosen])
  return { options, source: { data, error, isPending, refetch } }
}
