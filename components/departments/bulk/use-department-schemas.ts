import { useMemo } from "react"
import {
  catalogue,
  type DepartmentSchemas,
  departmentSchemas,
  type Fields,
  recordType,
} from "@/lib/catalogue"

/** The fields of a department. */
export const useDepartmentFields = (): Fields => recordType(catalogue, "department").fields

/** What a department's fields may hold, by the schemas that the service has too. */
export const useDepartmentSchemas = (): DepartmentSchemas =>
  useMemo(() => departmentSchemas(catalogue), [])
