import { LoaderCircle, type LucideIcon } from "lucide-react"
import type { ReactNode } from "react"
import { Badge, type BadgeTone } from "./badge"

export interface BadgeStyle {
  readonly tone: BadgeTone
  /** `LoaderCircle` spins: something is in progress. */
  readonly Icon: LucideIcon
}

/** A badge that shows a state by word, icon and colour. */
export function IconBadge({ tone, Icon, children }: BadgeStyle & { readonly children: ReactNode }) {
  const turns = Icon === LoaderCircle ? "motion-safe:animate-spin" : undefined
  return (
    <Badge tone={tone}>
      <Icon className={turns} aria-hidden="true" />
      {children}
    </Badge>
  )
}
