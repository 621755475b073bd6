/** The records that have an editor of their own. */
export const departmentRecord = "department"

/** The address of a department's own page. */
export const departmentHref = (id: string): string => `/departments/${encodeURIComponent(id)}`
