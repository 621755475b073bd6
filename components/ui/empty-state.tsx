import type { LucideIcon } from "lucide-react"
import type { ReactNode } from "react"
import { cn } from "./class-names"

export interface EmptyStateProps {
  readonly icon?: LucideIcon
  readonly title: string
  readonly children?: ReactNode
  /** One or two buttons or links. */
  readonly actions?: ReactNode
  /** True if it is the whole page, whose title is then the page's. */
  readonly isPage?: boolean
  readonly className?: string | undefined
}

/** Says that there is nothing here, why, and what to do. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  actions,
  isPage = false,
  className,
}: EmptyStateProps) {
  const Title = isPage ? "h1" : "p"
  return (
    <div className={cn("flex flex-col items-center px-6 weak:py-12 text-center", className)}>
      {Icon ? (
        <span className="mb-4 grid size-10 place-items-center rounded-lg border bg-sunken text-ink-faint">
          <Icon className="size-5" aria-hidden="true" />
        </span>
      ) : null}
      <Title className="font-medium text-ink">{title}</Title>
      {children ? (
        <div className="mt-1 max-w-md text-balance text-ink-muted">{children}</div>
      ) : null}
      {actions ? <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  )
}
