import type { ReactNode } from "react"

/** What stands beside a record's main part and its fields, below them where there is no room. */
export function RecordAside({ children }: { children: ReactNode }) {
  return <div className="space-y-4 lg:col-start-3 lg:row-span-2 lg:row-start-1">{children}</div>
}
