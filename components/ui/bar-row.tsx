import type { ReactNode } from "react"

const percent = (share: number) => `${(100 * Math.min(1, Math.max(0, share))).toFixed(2)}%`

function Bar({ share }: { readonly share: number }) {
  return (
    <span className="mt-1 block h-1.5 rounded-xs bg-sunken" aria-hidden="true">
      <span className="block h-full rounded-xs bg-(--series-1)" style={{ width: percent(share) }} />
    </span>
  )
}

export interface BarRowProps {
  readonly name: string
  readonly share: number
  readonly note?: ReactNode
  readonly children: ReactNode
}

/** A name, its count, and a bar relative to the others. */
export function BarRow({ name, share, note, children }: BarRowProps) {
  return (
    <li className="text-sm">
      <span className="flex items-baseline gap-3">
        <span className="min-w-0 flex-1 truncate" title={name}>
          {name}
        </span>
        {note ? <span className="shrink-0 text-ink-faint text-xs tabular">{note}</span> : null}
        <span className="shrink-0 tabular font-medium">{children}</span>
      </span>
      <Bar share={share} />
    </li>
  )
}
