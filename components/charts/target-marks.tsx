import type { ChartModel } from "./chart-model"
import { LineGroup } from "./line-group"
import { stepPath } from "./line-path"
import type { PlotArea } from "./plot-area"

/** Targets as steps: level from edge to edge, up or down where a new one comes into force. */
export function TargetMarks({ model, plot }: { model: ChartModel; plot: PlotArea }) {
  return model.targets.map(({ key, look, values }) => (
    <LineGroup key={key} line={key}>
      <path
        d={stepPath(plot, model.edges, values)}
        fill="none"
        stroke={look.colour}
        strokeWidth={look.width}
        strokeDasharray={look.dash}
      />
    </LineGroup>
  ))
}
