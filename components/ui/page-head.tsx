import type { ReactNode } from "react"

export interface PageHeadProps {
  readonly title: string
  /** Badges beside the title. */
  readonly marks?: ReactNode
  /** One line under the title. */
  readonly children?: ReactNode
  /** Controls at the end. */
  readonly actions?: ReactNode
}

export function PageHead({ title, marks, children, actions }: PageHeadProps) {
  return (
    <header className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
          {marks}
        </div>
        {children ? <div className="mt-1 text-ink-muted">{children}</div> : null}
      </div>
      {actions ? (
        <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>
      ) : null}
    </header>
  )
}

/** The column of a page with text to read rather than a table to scroll. */
export function PageBody({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-1 flex-col gap-6 p-4 sm:p-6 lg:p-8 print:p-0">
      {children}
    </div>
  )
}
