import Link from "next/link"
import { type ReactNode, useId } from "react"
import { Card } from "./card"
import { cn } from "./class-names"

export interface TileFrameProps {
  readonly title: string
  /** The tile's link target. */
  readonly href: string
  /** The tile's subject. */
  readonly note: ReactNode
  /** The owner, if somebody else. */
  readonly owner?: string | undefined
  /** Actions on the tile. */
  readonly menu?: ReactNode
  /**
   * True for a page section with room for several figures, rather than a single figure under a
   * heading.
   */
  readonly isSection?: boolean
  readonly children: ReactNode
}

/** A tile: its title links the whole card; the menu and other links lie above it. */
export function TileFrame(props: TileFrameProps) {
  const { title, href, note, owner, menu, isSection = false, children } = props
  const id = useId()
  const Title = isSection ? "h2" : "h3"
  return (
    <Card
      aria-labelledby={id}
      className={cn(
        "relative flex h-full flex-col p-4 transition-colors has-[[data-tile-link]:hover]:border-line-strong",
        "[&>:not([data-tile-head])_:is(a,button,[title])]:relative",
        isSection ? "gap-4" : "gap-3",
      )}
    >
      <div data-tile-head className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Title id={id} className="font-medium">
            <Link
              href={href}
              prefetch={false}
              data-tile-link
              className="rounded-sm after:absolute after:inset-0"
            >
              {title}
            </Link>
          </Title>
          <p className={cn("text-ink-muted text-xs", isSection && "mt-0.5")}>{note}</p>
          {owner === undefined ? null : <p className="text-ink-faint text-xs">{owner}</p>}
        </div>
        {menu ? <div className="relative -mt-1 -mr-2 print:hidden">{menu}</div> : null}
      </div>
      {children}
    </Card>
  )
}
