import type { Environment } from "./secret-files"

/** What replaces a removed setting, by its name: a clause that ends the sentence. */
export type RemovedSettings = Readonly<Record<string, string>>

const noSpans = "no spans are sent, and the log has the traceparent of each request. Remove it."

/** The variables that named a collector of spans. Other variables of OpenTelemetry may be set for the whole machine. */
export const removedTracing: RemovedSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: noSpans,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: noSpans,
}

/** One sentence for each removed setting that is given; an empty one counts as not set. */
export const findRemoved = (environment: Environment, removed: RemovedSettings): string[] =>
  Object.entries(removed).flatMap(([name, replacement]) =>
    environment[name] ? [`${name} is no longer a setting: ${replacement}`] : [],
  )
