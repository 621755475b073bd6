import { ChevronRight } from "lucide-react"
import Link from "next/link"
import { cn } from "./class-names"

export interface Crumb {
  readonly label: string
  /** Absent for the page itself and for steps without a page. */
  readonly href?: string | undefined
}

const pathTo = (crumbs: readonly Crumb[], index: number) =>
  crumbs
    .slice(0, index + 1)
    .map(({ label }) => label)
    .join("/")

/** Breadcrumbs; the page itself is last. */
export function Breadcrumbs({ crumbs, label }: { crumbs: readonly Crumb[]; label: string }) {
  return (
    <nav aria-label={label} className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1 text-sm">
        {crumbs.map((crumb, index) => {
          const last = index === crumbs.length - 1
          return (
            <li
              key={pathTo(crumbs, index)}
              className={cn(
                "flex min-w-0 items-center gap-1",
                // The page's own name truncates first; the others are short.
                !last && "max-w-48 shrink-0 max-lg:shrink max-sm:hidden",
              )}
            >
              {index > 0 ? (
                <ChevronRight
                  className="size-3.5 shrink-0 text-ink-faint max-sm:hidden"
                  aria-hidden="true"
                />
              ) : null}
              <CrumbText crumb={crumb} current={last && crumb.href === undefined} />
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function CrumbText({ crumb, current }: { crumb: Crumb; current: boolean }) {
  if (current)
    return (
      <span aria-current="page" className="truncate font-medium text-ink">
        {crumb.label}
      </span>
    )
  if (!crumb.href) return <span className="truncate text-ink-muted">{crumb.label}</span>
  return (
    <Link href={crumb.href} className="truncate rounded-sm py-1 text-ink-muted hover:text-ink">
      {crumb.label}
    </Link>
  )
}
