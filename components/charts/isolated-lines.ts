import { useMemo, useState } from "react"
import { type ChartModel, linesBeside } from "./chart-model"

/**
 * Keys of the highlighted lines: those of the hovered line, else of the pressed one while the model
 * has it.
 */
export function useIsolation(model: ChartModel) {
  const [pointed, setPointed] = useState<string>()
  const [pressed, setPressed] = useState<string>()
  const isolated = useMemo(() => {
    const besides = (key?: string) => (key === undefined ? undefined : linesBeside(model, key))
    return besides(pointed) ?? besides(pressed)
  }, [model, pointed, pressed])
  const press = (next: string) => setPressed(next === pressed ? undefined : next)
  return { isolated, pressed, point: setPointed, press }
}
