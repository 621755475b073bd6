import { median } from "./median"

/** The median time in milliseconds of this many sequential calls. */
export async function measureLatency(
  call: (index: number) => Promise<unknown>,
  count: number,
): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const start = performance.now()
    await call(index)
    times.push(performance.now() - start)
  }
  return median(times)
}
