import { TriangleAlert } from "lucide-react"
import type { ReactNode } from "react"
import { cn } from "./class-names"
import { SupportId } from "./support-id"

export interface ErrorStateProps {
  /** One sentence: what happened. */
  readonly title: string
  /** What it means and what to do. */
  readonly children?: ReactNode
  /** One or two buttons or links. */
  readonly actions?: ReactNode
  /** Identifies this request for support. */
  readonly requestId?: string | undefined
  /** True if it is the whole page, whose title is then the page's. */
  readonly isPage?: boolean
  readonly className?: string | undefined
}

/** Says what failed, offers an action, and shows an id for support. */
export function ErrorState({
  title,
  children,
  actions,
  requestId,
  isPage = false,
  className,
}: ErrorStateProps) {
  const Title = isPage ? "h1" : "p"
  return (
    <div
      role="alert"
      className={cn("flex flex-col items-center px-6 py-12 text-center", className)}
    >
      <span className="mb-4 grid size-10 place-items-center rounded-lg bg-critical-soft text-critical-ink">
        <TriangleAlert className="size-5" aria-hidden="true" />
      </span>
      <Title className="font-medium text-ink">{title}</Title>
      {children ? (
        <div className="mt-1 max-w-md text-balance text-ink-muted">{children}</div>
      ) : null}
      {actions ? <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div> : null}
      {requestId ? <SupportId id={requestId} className="mt-6" /> : null}
    </div>
  )
}
