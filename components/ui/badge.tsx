import { cva, type VariantProps } from "class-variance-authority"
import type { ComponentProps } from "react"
import { cn } from "./class-names"

const badgeVariants = cva(
  "inline-flex h-5 max-w-full items-center gap-1 whitespace-nowrap rounded-sm px-1.5 font-medium text-xs [&>svg]:size-3 [&>svg]:shrink-0",
  {
    variants: {
      tone: {
        neutral: "bg-pressed text-ink-muted",
        accent: "bg-accent-soft text-accent-ink",
        positive: "bg-positive-soft text-positive-ink",
        caution: "bg-caution-soft text-caution-ink",
        critical: "bg-critical-soft text-critical-ink",
        outline: "border border-line-strong text-ink-muted",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
)

export type BadgeTone = NonNullable<VariantProps<typeof badgeVariants>["tone"]>

/** Classes of a badge, for elements created without React. */
export const badgeClass = (tone: BadgeTone | undefined): string => badgeVariants({ tone })

/** A status label; its text must convey what its colour does. */
export function Badge({
  tone,
  className,
  ...props
}: ComponentProps<"span"> & { readonly tone?: BadgeTone | undefined }) {
  return <span className={cn(badgeVariants({ tone }), className)} {...props} />
}
