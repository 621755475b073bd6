import type { ReactNode } from "react"
import { Skeleton } from "../ui/skeleton"

export interface UnknownRowProps {
  readonly name: ReactNode
  readonly unit?: string | undefined
  readonly detail?: string
  /** Its copy is on its way. */
  readonly isPending: boolean
}

/** A list of which it is not known whether it is copied. */
export function UnknownRow({ name, unit, detail, isPending }: UnknownRowProps) {
  return (
    <div className="grid gap-1 px-4 py-3">
      <h3 className="flex min-w-0 items-center gap-x-2 font-medium">
        {name}
        <span className="font-normal text-ink-faint text-xs">{unit}</span>
      </h3>
      {detail ? <p className="text-ink-muted text-xs">{detail}</p> : null}
      {isPending ? <Skeleton className="w-48" /> : null}
    </div>
  )
}
