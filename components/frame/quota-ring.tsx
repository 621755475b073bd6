const radius = 6
const round = 2 * Math.PI * radius

/** A small ring that fills as the quota is used; the figure beside it says the same. */
export function QuotaRing({ share }: { share: number }) {
  const circle = { cx: 8, cy: 8, r: radius, fill: "none", strokeWidth: 2.5 }
  return (
    <svg viewBox="0 0 16 16" className="-rotate-90 size-4 shrink-0" aria-hidden="true">
      <circle {...circle} className="stroke-line-strong" />
      <circle
        {...circle}
        className="stroke-current transition-[stroke-dasharray]"
        strokeDasharray={`${share * round} ${round}`}
      />
    </svg>
  )
}
