import { groupStyles } from "@/components/charts/chart-model"
import { Specimen, SpecimenRow } from "./specimen"

const grounds = ["canvas", "surface", "raised", "sunken", "hover", "pressed", "line", "control"]
const meanings = ["accent", "accent-soft", "positive-soft", "caution-soft", "critical-soft"]
const series = Array.from({ length: groupStyles }, (_, index) => `series-${index + 1}`)

function Swatches({ names }: { names: readonly string[] }) {
  return names.map((name) => (
    <span key={name} className="flex items-center gap-1.5 text-ink-muted text-xs">
      <span className="size-6 rounded-md border" style={{ background: `var(--${name})` }} />
      {name}
    </span>
  ))
}

export function Colours() {
  return (
    <Specimen title="Colours">
      <SpecimenRow name="Grounds">
        <Swatches names={grounds} />
      </SpecimenRow>
      <SpecimenRow name="Meaning">
        <Swatches names={meanings} />
      </SpecimenRow>
      <SpecimenRow name="Series">
        <Swatches names={series} />
      </SpecimenRow>
      <SpecimenRow name="Text">
        <span className="text-ink">Ink 1,234.50</span>
        <span className="text-ink-muted">Muted 1,234.50</span>
        <span className="text-ink-faint">Faint 1,234.50</span>
        <span className="text-accent-ink">Accent</span>
        <span className="text-critical-ink">Critical</span>
      </SpecimenRow>
    </Specimen>
  )
}
