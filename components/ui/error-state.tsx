import { TriangleAlert } from "lucide-react"
import type { ReactNode } from "react"
import { cn } from "./class-names"
import { SupportId } from "./support-id"

export interface ErrorStateProps {
  /** One sentence: what happened. */
  readonly title: string
  /** What it means and what to do. */
  readonly children?: ReactNode
  /** A way on: one or two buttons or links. */
  readonly actions?: ReactNode
  /** What support needs to find this very request. */
  readonly requestId?: string | undefined
  /** It is the whole page, so its title is the page's. */
  readonly isPage?: boolean
  readonly className?: string | undefined
}

/** Says what failed, offers a way on, and carries an id for support. */
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
