import type { Environment } from "../settings"

/** Which new traces are recorded: a share of them, and whether a trace that another program has begun goes on as that one has it. */
export interface Sampling {
  /** 0 to 1. */
  readonly ratio: number
  readonly followsParent: boolean
}

/** Where spans are sent and which are recorded, by the variables of OpenTelemetry. */
export interface TracingSettings {
  /** The collector's address for traces over HTTP. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName?: string
  readonly sampling: Sampling
}

export interface TracingSettingsRead {
  /** Undefined where tracing is off. */
  readonly settings: TracingSettings | undefined
  /** One sentence for each variable that is wrong; none quotes a value. */
  readonly faults: readonly string[]
}

const samplers = {
  always_on: { ratio: 1, followsParent: false },
  always_off: { ratio: 0, followsParent: false },
  traceidratio: { ratio: undefined, followsParent: false },
  parentbased_always_on: { ratio: 1, followsParent: true },
  parentbased_always_off: { ratio: 0, followsParent: true },
  parentbased_traceidratio: { ratio: undefined, followsParent: true },
} as const

const isWebAddress = (text: string) =>
  URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol)

/** The address of its own for traces as it is, or the general one with the path that the protocol adds. */
function urlOf(environment: Environment, faults: string[]): string | undefined {
  const own = environment["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"]
  const general = environment["OTEL_EXPORTER_OTLP_ENDPOINT"]
  const [name, value] = own
    ? ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", own]
    : ["OTEL_EXPORTER_OTLP_ENDPOINT", general]
  if (!value) return undefined
  if (!isWebAddress(value)) {
    faults.push(`${name} must be an http or https address.`)
    return undefined
  }
  return own ?? `${value.replace(/\/+$/, "")}/v1/traces`
}

function samplingOf(environment: Environment, faults: string[]): Sampling {
  const name = environment["OTEL_TRACES_SAMPLER"] || "parentbased_always_on"
  const sampler = Object.hasOwn(samplers, name)
    ? samplers[name as keyof typeof samplers]
    : undefined
  if (!sampler)
    faults.push(`OTEL_TRACES_SAMPLER must be one of ${Object.keys(samplers).join(", ")}.`)
  const { ratio = Number(environment["OTEL_TRACES_SAMPLER_ARG"] || 1), followsParent = true } =
    sampler ?? {}
  if (!(ratio >= 0 && ratio <= 1))
    faults.push("OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.")
  return { ratio, followsParent }
}

/** `name=value` pairs, percent-encoded, divided by commas. */
function headersOf(environment: Environment, faults: string[]): Record<string, string> {
  const name = environment["OTEL_EXPORTER_OTLP_TRACES_HEADERS"]
    ? "OTEL_EXPORTER_OTLP_TRACES_HEADERS"
    : "OTEL_EXPORTER_OTLP_HEADERS"
  const pairs = (environment[name] ?? "").split(",").filter((pair) => pair.trim() !== "")
  try {
    const read = pairs.map((pair): [string, string] => {
      const mark = pair.indexOf("=")
      const key = pair.slice(0, mark).trim()
      if (mark < 1 || !/^[\w.!#$%&'*+^`|~-]+$/.test(key)) throw new TypeError()
      return [key, decodeURIComponent(pair.slice(mark + 1).trim())]
    })
    return Object.fromEntries(read)
  } catch {
    faults.push(`${name} must be pairs name=value, divided by commas.`)
    return {}
  }
}

/** Reads the variables of OpenTelemetry; tracing is on only where one of them names a collector. */
export function readTracingSettings(environment: Environment): TracingSettingsRead {
  const isOff =
    environment["OTEL_SDK_DISABLED"]?.toLowerCase() === "true" ||
    environment["OTEL_TRACES_EXPORTER"] === "none"
  if (isOff) return { settings: undefined, faults: [] }
  const faults: string[] = []
  const url = urlOf(environment, faults)
  if (url === undefined) return { settings: undefined, faults }
  const sampling = samplingOf(environment, faults)
  const headers = headersOf(environment, faults)
  const serviceName = environment["OTEL_SERVICE_NAME"]
  const settings = { url, headers, sampling, ...(serviceName && { serviceName }) }
  return { settings, faults }
}
