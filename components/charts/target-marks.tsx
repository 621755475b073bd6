import type { ChartModel } from "./chart-model"
import { stepPath } from "./line-path"
import type { PlotArea } from "./plot-area"

/** Targets as steps: level from edge to edge, up or down where a new one comes into force. */
export function TargetMarks({ model, plot }: { model: ChartModel; plot: PlotArea }) {
  return model.targets.map(({ key, look, values }) => (
    <path
      key={key}
      data-target={key}
      d={stepPath(plot, model.edges, values)}
      fill="none"
      stroke={look.colour}
      strokeWidth={look.width}
      strokeDasharray={look.dash}
    />
  ))
}
