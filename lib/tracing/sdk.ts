import {
  createTraceState,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http"
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources"
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace"
import type { Sampling, TracingSettings } from "./settings"
import type { PageSpan, SpanStart, StartedSpan } from "./span"
import { splitTraceparent, type TraceContext } from "./trace-context"

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const

/** At most so many spans wait to be sent; what comes beyond them is dropped. */
const queueSize = 2048

function samplerOf({ ratio, followsParent }: Sampling): Sampler {
  const edge = ratio === 0 ? new AlwaysOffSampler() : new AlwaysOnSampler()
  const root = ratio > 0 && ratio < 1 ? new TraceIdRatioBasedSampler(ratio) : edge
  return followsParent ? new ParentBasedSampler({ root }) : root
}

/** The same exporter, which says when spans could not be sent. */
const complaining = (exporter: SpanExporter, onFault: (error: unknown) => void): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans, (result) => {
      if (result.code !== 0) onFault(result.error)
      done(result)
    }),
  shutdown: () => exporter.shutdown(),
  forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
})

function toSpanContext({ traceparent, tracestate }: TraceContext): SpanContext {
  const { traceId, spanId, flags } = splitTraceparent(traceparent)
  const traceState = tracestate === undefined ? undefined : createTraceState(tracestate)
  return { traceId, spanId, traceFlags: flags, isRemote: true, ...(traceState && { traceState }) }
}

function toTraceContext({ traceId, spanId, traceFlags, traceState }: SpanContext): TraceContext {
  const traceparent = `00-${traceId}-${spanId}-${traceFlags === 1 ? "01" : "00"}`
  const tracestate = traceState?.serialize()
  return tracestate ? { traceparent, tracestate } : { traceparent }
}

const within = (parent: TraceContext | undefined) =>
  parent ? trace.setSpanContext(ROOT_CONTEXT, toSpanContext(parent)) : ROOT_CONTEXT

const toTime = (ms: number): [number, number] => [
  Math.floor(ms / 1000),
  Math.round((ms % 1000) * 1e6),
]

const nobody = { droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0 }

/**
 * OpenTelemetry's own tracer, sampler, queue and sender. Nothing of it is registered for the whole process:
 * Next would find it there and send spans with whole addresses of its own.
 */
export function startSdk(
  settings: TracingSettings,
  { serviceName, onFault }: { serviceName: string; onFault: (error: unknown) => void },
) {
  const name = settings.serviceName ?? serviceName
  const given = detectResources({ detectors: [envDetector] })
  const resourceOf = (service: string) =>
    given.merge(resourceFromAttributes({ "service.name": service }))
  const exporter = new OTLPTraceExporter({ url: settings.url, headers: { ...settings.headers } })
  const processor = new BatchSpanProcessor({
    exporter: complaining(exporter, onFault),
    maxQueueSize: queueSize,
    scheduledDelayMillis: 1000,
  })
  const provider = new TracerProvider({
    resource: resourceOf(name),
    sampler: samplerOf(settings.sampling),
    spanProcessors: [processor],
  })
  const scope = { name: "workplace-reporting" }
  const tracer = provider.getTracer(scope.name)
  const page = resourceOf(`${name}-browser`)

  return {
    start({ name: spanName, kind, attributes, parent }: SpanStart): StartedSpan {
      const span = tracer.startSpan(spanName, { kind: kinds[kind], attributes }, within(parent))
      return {
        traceId: span.spanContext().traceId,
        context: toTraceContext(span.spanContext()),
        isRecording: span.isRecording(),
        set: (key, value) => void span.setAttribute(key, value),
        end(errorType) {
          if (errorType !== undefined) {
            span.setAttribute("error.type", errorType)
            span.setStatus({ code: SpanStatusCode.ERROR })
          }
          span.end()
        },
      }
    },

    /** A span that a page has measured, under the ids that it has sent on. */
    add({ traceId, spanId, method, status, startedAt, durationMs }: PageSpan) {
      const isFailed = status === 0 || status >= 500
      const span: ReadableSpan = {
        ...nobody,
        name: method,
        kind: SpanKind.CLIENT,
        spanContext: () => ({ traceId, spanId, traceFlags: 1 }),
        startTime: toTime(startedAt),
        endTime: toTime(startedAt + durationMs),
        duration: toTime(durationMs),
        status: { code: isFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
        attributes: {
          "http.request.method": method,
          ...(status > 0 && { "http.response.status_code": status }),
          ...(isFailed && { "error.type": status === 0 ? "unreachable" : `${status}` }),
        },
        links: [],
        events: [],
        ended: true,
        resource: page,
        instrumentationScope: scope,
      }
      processor.onEnd(span)
    },

    close: () => provider.shutdown(),
  }
}

export type Sdk = ReturnType<typeof startSdk>
