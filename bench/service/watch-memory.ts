import { setInterval } from "node:timers/promises"
import { bearer, measureHttp } from "../http-load"
import { median } from "../median"
import type { Row } from "../row"
import type { Size, SuiteContext } from "../suite"
import { clients } from "./compare-pages"
import type { DataSet } from "./data-points"
import { pageUrl, type RunningService } from "./running-service"

const loadSeconds: Readonly<Record<Size, number>> = { quick: 6, normal: 60, large: 60 }
const samplesASecond = 4

/** Samples the memory until the load ends. */
async function sampleDuring(load: Promise<unknown>, read: () => Promise<number>) {
  const samples: number[] = []
  let ended = false
  const end = () => {
    ended = true
  }
  load.then(end, end)
  for await (const _ of setInterval(1000 / samplesASecond)) {
    if (ended) break
    samples.push(await read())
  }
  await load
  return samples
}

/**
 * The memory of the service's process under load: the last third of the time compared with the
 * first.
 */
export async function watchMemory(
  { size, print }: SuiteContext,
  service: RunningService,
  { id }: DataSet,
): Promise<Row> {
  const seconds = loadSeconds[size]
  print(`The service's memory over ${seconds} s of load …`)
  const url = pageUrl(service, id, "limit=1000")
  const load = measureHttp({ url, headers: bearer(service.token), connections: clients, seconds })
  const samples = await sampleDuring(load, service.readMemory)
  const third = Math.floor(samples.length / 3)
  return {
    name: `Memory of the service, last third of ${seconds} s of load`,
    unit: "MiB",
    figure: median(samples.slice(-third)),
    baseline: { name: "first third", figure: median(samples.slice(0, third)) },
    goal: { atMost: 1.1 },
  }
}
