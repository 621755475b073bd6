import { median } from "./median"

type Measurements = { readonly [name: string]: () => Promise<number> }

/**
 * Takes the measurements in turn, `rounds` times, in alternating order, so that a disturbance of
 * the machine affects all of them; returns every figure. A first round warms up and is not counted.
 */
export async function measureInterleaved<Names extends Measurements>(
  measurements: Names,
  rounds: number,
): Promise<{ [Name in keyof Names]: number[] }> {
  const entries = Object.entries(measurements)
  const taken = new Map<string, number[]>(entries.map(([name]) => [name, []]))
  for (let round = 0; round <= rounds; round++)
    for (const [name, measure] of round % 2 === 0 ? entries : entries.toReversed()) {
      const figure = await measure()
      if (round > 0) taken.get(name)?.push(figure)
    }
  return Object.fromEntries(taken) as { [Name in keyof Names]: number[] }
}

/** Takes measurements in turn, as `measureInterleaved` does, and returns the medians. */
export async function interleave<Names extends Measurements>(
  measurements: Names,
  rounds: number,
): Promise<{ [Name in keyof Names]: number }> {
  const taken = await measureInterleaved(measurements, rounds)
  return Object.fromEntries(
    Object.entries(taken).map(([name, figures]) => [name, median(figures)]),
  ) as { [Name in keyof Names]: number }
}
