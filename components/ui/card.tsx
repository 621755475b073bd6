import type { ComponentProps, ReactNode } from "react"
import { cn } from "./class-names"

export function Card({ className, ...props }: ComponentProps<"section">) {
  return (
    <section
      className={cn("weak:overflow-hidden min-w-0 rounded-lg border weak:bg-surface", className)}
      {...props}
    />
  )
}

export interface CardHeadProps {
  readonly title: ReactNode
  readonly children?: ReactNode
  /** Small print beside or under the title. */
  readonly note?: ReactNode
  readonly id?: string | undefined
}

/** A card's title, with controls at its end. */
export function CardHead({ title, note, children, id }: CardHeadProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2">
      <h2 id={id} className="font-medium text-sm">
        {title}
      </h2>
      {note ? <span className="text-ink-muted text-xs">{note}</span> : null}
      {children ? <div className="ml-auto flex items-center gap-2">{children}</div> : null}
    </div>
  )
}

export function CardBody({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("weak:p-4", className)} {...props} />
}
