import type { SeriesQuestion } from "@/lib/catalogue"
import { Button } from "../ui/button"
import type { ExplorerPartProps } from "./explorer-setup"

export interface WaysOutProps<Name extends string>
  extends Pick<ExplorerPartProps, "exploration" | "onExploration"> {
  readonly ways: readonly { readonly name: Name; readonly question: SeriesQuestion }[]
  /** What the button of a way says. */
  readonly say: (name: Name) => string
}

/** Other questions, a press away; undefined where there are none. */
export function printWaysOut<Name extends string>(props: WaysOutProps<Name>) {
  const { ways, say, exploration, onExploration } = props
  const { cell: _, ...rest } = exploration
  if (ways.length === 0) return undefined
  return ways.map(({ name, question }) => (
    <Button key={name} onClick={() => onExploration({ ...rest, question })}>
      {say(name)}
    </Button>
  ))
}
