import type { ReactNode } from "react"

/** What stands beside `RecordMain`, before it where there is no room. */
export function RecordAside({ children }: { children: ReactNode }) {
  return <div className="min-w-0 space-y-4 lg:col-start-3">{children}</div>
}
