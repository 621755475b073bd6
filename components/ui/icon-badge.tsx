import { LoaderCircle, type LucideIcon } from "lucide-react"
import type { ReactNode } from "react"
import { Badge, type BadgeTone } from "./badge"

/** How a state looks. */
export interface BadgeStyle {
  readonly tone: BadgeTone
  /** `LoaderCircle` turns: something is under way. */
  readonly Icon: LucideIcon
}

/** A badge that says a state by word, sign and colour. */
export function IconBadge({ tone, Icon, children }: BadgeStyle & { readonly children: ReactNode }) {
  const turns = Icon === LoaderCircle ? "motion-safe:animate-spin" : undefined
  return (
    <Badge tone={tone}>
      <Icon className={turns} aria-hidden="true" />
      {children}
    </Badge>
  )
}
