import Link from "next/link"
import { departmentHref } from "@/lib/client"
import { useDepartmentName } from "../ui/use-department-name"

export function DepartmentLink({ id }: { id: string }) {
  const nameOf = useDepartmentName()
  return (
    <Link
      href={departmentHref(id)}
      prefetch={false}
      className="min-w-0 break-words py-0.5 font-medium hover:text-accent-ink hover:underline"
    >
      {nameOf(id)}
    </Link>
  )
}
