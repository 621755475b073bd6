import { cn } from "./class-names"

export interface ProgressBarProps {
  /** Its name, for screen readers. */
  readonly label: string
  /** The progress in words. */
  readonly text: string
  /** From 0 to 1; null while unknown. */
  readonly share: number | null
  /** True while work is in progress. */
  readonly moves: boolean
}

/** A progress bar; indeterminate while the share is unknown. */
export function ProgressBar({ label, text, share, moves }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuetext={text}
      {...(share !== null && {
        "aria-valuenow": Math.floor(share * 100),
        "aria-valuemin": 0,
        "aria-valuemax": 100,
      })}
      className="h-1.5 overflow-hidden rounded-full bg-pressed"
    >
      <div
        className={cn(
          "h-full rounded-full",
          moves ? "bg-accent" : "bg-control",
          share === null && (moves ? "opacity-40 motion-safe:animate-pulse" : "hidden"),
        )}
        style={share === null ? undefined : { width: `${share * 100}%` }}
      />
    </div>
  )
}
