import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

type Value = string | number | boolean

/** A span as a collector got it. */
export interface CollectedSpan {
  readonly program: string
  readonly name: string
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly attributes: Readonly<Record<string, Value>>
  /** 2 where it failed. */
  readonly status: number | undefined
  /** Nanoseconds since 1970. */
  readonly startedAt: bigint
  readonly endedAt: bigint
}

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number; boolValue?: boolean }
}

interface SentSpan extends Omit<CollectedSpan, "program" | "attributes" | "status"> {
  readonly attributes?: readonly Attribute[]
  readonly status?: { readonly code?: number }
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
}

const valuesOf = (attributes: readonly Attribute[] = []): Record<string, Value> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, Object.values(value)[0] as unknown as Value]),
  )

const toSpans = ({ resourceSpans }: Sent): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, status, startTimeUnixNano, endTimeUnixNano, ...span }) => ({
        ...span,
        program: `${valuesOf(resource.attributes)["service.name"]}`,
        attributes: valuesOf(attributes),
        parentSpanId: span.parentSpanId || undefined,
        status: status?.code,
        startedAt: BigInt(startTimeUnixNano),
        endedAt: BigInt(endTimeUnixNano),
      })),
    ),
  )

type Answering = (response: ServerResponse) => void

const accept: Answering = (response) => {
  response.writeHead(200, { "content-type": "application/json" }).end("{}")
}

/** A collector of OTLP over HTTP with JSON, on loopback; another answer than usual makes it a broken one. */
export async function startCollector(answer: Answering = accept) {
  const spans: CollectedSpan[] = []
  const bodies: string[] = []
  const requests: Pick<IncomingMessage, "url" | "headers">[] = []
  const server = createServer(async (request, response) => {
    requests.push({ url: request.url, headers: request.headers })
    const body = await text(request).catch(() => "")
    bodies.push(body)
    if (body !== "") spans.push(...toSpans(JSON.parse(body)))
    answer(response)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    /** All that was sent, as it came. */
    bodies,
    requests,
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

export type Collector = Awaited<ReturnType<typeof startCollector>>
