import { departmentsBelow } from "@/lib/catalogue"
import type { TreeEntry } from "@/lib/client"

/** What departments are chosen by; what is absent does not matter. */
export interface DepartmentFilter {
  readonly type?: string | undefined
  /** The department that they stand below, at any depth. */
  readonly below?: string | undefined
  readonly city?: string | undefined
}

/** True where nothing is asked for, so that nobody chooses everything by accident. */
export const isOpen = ({ type, below, city }: DepartmentFilter): boolean =>
  type === undefined && below === undefined && city === undefined

/** The departments that a filter names, by name in the language's order. */
export function chooseDepartments(
  departments: readonly TreeEntry[],
  { type, below, city }: DepartmentFilter,
  locale: string,
): readonly TreeEntry[] {
  const branch = below === undefined ? undefined : new Set(departmentsBelow(departments, below))
  branch?.delete(below ?? "")
  const { compare } = new Intl.Collator(locale, { numeric: true })
  return departments
    .filter(
      (department) =>
        (type === undefined || department.type === type) &&
        (city === undefined || department.city === city) &&
        (branch === undefined || branch.has(department.id)),
    )
    .toSorted((one, other) => compare(one.name, other.name))
}

/** The values that a field has, each once, in the language's order. */
export function valuesOf(
  departments: readonly TreeEntry[],
  field: "type" | "city",
  locale: string,
): string[] {
  const values = new Set(departments.flatMap((department) => department[field] ?? []))
  return [...values].toSorted(new Intl.Collator(locale, { numeric: true }).compare)
}
