import { cn } from "./class-names"
import { CopyButton } from "./copy-button"

/** The first eight digits of a guid, enough to distinguish ids by eye. */
export const shortenId = (id: string): string => id.slice(0, 8)

export interface ShortIdProps {
  readonly id: string
  readonly className?: string | undefined
}

/** A guid's short form that copies in full. */
export function ShortId({ id, className }: ShortIdProps) {
  return (
    <span className={cn("weak:inline-flex items-center gap-0.5", className)}>
      <code className="font-mono text-xs" title={id}>
        {shortenId(id)}
      </code>
      <CopyButton value={id} />
    </span>
  )
}
