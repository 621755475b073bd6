import { CircleCheck, CircleHelp, type LucideIcon, TriangleAlert } from "lucide-react"
import type { ReactNode } from "react"
import { cn } from "../ui/class-names"

const tones = {
  critical: { className: "bg-critical-soft text-critical-ink", Icon: TriangleAlert },
  caution: { className: "bg-caution-soft text-caution-ink", Icon: CircleHelp },
  positive: { className: "bg-positive-soft text-positive-ink", Icon: CircleCheck },
} as const satisfies Record<string, { className: string; Icon: LucideIcon }>

export interface SendingNoticeProps {
  readonly tone: keyof typeof tones
  readonly title: string
  /** `status` for what is not wrong. */
  readonly role?: "alert" | "status"
  readonly children?: ReactNode
}

/** How the sending of a change went, in a coloured box with a sign of its own. */
export function SendingNotice({ tone, title, role = "alert", children }: SendingNoticeProps) {
  const { className, Icon } = tones[tone]
  return (
    <div role={role} className={cn("flex gap-2.5 rounded-md px-3 py-2.5", className)}>
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1 space-y-1">
        <p className="font-medium">{title}</p>
        {children}
      </div>
    </div>
  )
}
