import type { ComponentProps } from "react"
import { cn } from "./class-names"

/** A plain table that scrolls inside its frame; long lists use the data table. */
export function Table({ className, label, ...props }: ComponentProps<"table"> & { label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="overflow-auto">
      <table className={cn("w-full border-collapse text-left text-sm", className)} {...props} />
    </section>
  )
}

export function TableHead({ className, ...props }: ComponentProps<"thead">) {
  return <thead className={cn("sticky top-0 bg-sunken", className)} {...props} />
}

export function TableRow({ className, ...props }: ComponentProps<"tr">) {
  return <tr className={cn("border-b last:border-b-0", className)} {...props} />
}

export function TableHeaderCell({ className, ...props }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cn(
        "h-8 whitespace-nowrap weak:px-3 font-medium text-ink-muted text-xs",
        className,
      )}
      {...props}
    />
  )
}

export function TableCell({ className, ...props }: ComponentProps<"td">) {
  return <td className={cn("h-9 px-3 py-1.5 align-middle", className)} {...props} />
}
