import { monitorEventLoopDelay } from "node:perf_hooks"
import type { Metric } from "./metrics-text"

const nanoseconds = 1e9

const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  type: "gauge",
  samples: [{ value }],
})

/** Watches this process; each reading tells the event loop's delay since the one before. */
export function watchProcess(): { read(): Metric[]; stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const readDelay = () => {
    const [p99, max] = [delay.percentile(99), delay.max].map((value) => value / nanoseconds)
    delay.reset()
    return [
      gauge("nodejs_eventloop_lag_p99_seconds", "Event loop delay, 99th percentile.", p99 ?? 0),
      gauge("nodejs_eventloop_lag_max_seconds", "Event loop delay, longest.", max ?? 0),
    ]
  }
  return {
    read() {
      const { rss, heapUsed } = process.memoryUsage()
      const { user, system } = process.cpuUsage()
      return [
        gauge("process_resident_memory_bytes", "Memory of the process.", rss),
        gauge("nodejs_heap_size_used_bytes", "JavaScript heap in use.", heapUsed),
        {
          name: "process_cpu_seconds_total",
          help: "Processor time that the process has used.",
          type: "counter",
          samples: [{ value: (user + system) / 1e6 }],
        },
        gauge("process_uptime_seconds", "Seconds since the process started.", process.uptime()),
        ...readDelay(),
      ]
    },
    stop: () => delay.disable(),
  }
}
