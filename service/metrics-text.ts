/** One number of a metric; `suffix` follows the metric's name, as a histogram's `_bucket`. */
export interface Sample {
  readonly suffix?: string
  readonly labels?: { readonly [name: string]: string }
  readonly value: number
}

/** A metric with everything that is known of it at one moment. */
export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: "counter" | "gauge" | "histogram"
  readonly samples: readonly Sample[]
}

export const metricsContentType = "text/plain; version=0.0.4; charset=utf-8"

const escapeHelp = (text: string) => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")
const escapeLabel = (text: string) => escapeHelp(text).replaceAll('"', '\\"')

const printValue = (value: number) => {
  if (Number.isFinite(value)) return `${value}`
  return Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf"
}

function printSample(name: string, { suffix = "", labels = {}, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`)
  const braces = pairs.length > 0 ? `{${pairs.join(",")}}` : ""
  return `${name}${suffix}${braces} ${printValue(value)}\n`
}

/** Metrics in Prometheus' text form, version 0.0.4. */
export const printMetrics = (metrics: readonly Metric[]): string =>
  metrics
    .map(
      ({ name, help, type, samples }) =>
        `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n${samples.map((sample) => printSample(name, sample)).join("")}`,
    )
    .join("")
