import type { ReactNode } from "react"

/** The wide column of a record's page, beside `RecordAside`. */
export function RecordMain({ children }: { children: ReactNode }) {
  return <div className="min-w-0 space-y-4 lg:col-span-2 lg:col-start-1">{children}</div>
}
