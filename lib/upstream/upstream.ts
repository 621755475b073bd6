import "server-only"
import { Agent, type Dispatcher } from "undici"
import type { z } from "zod"
import {
  type Catalogue,
  envelopeSchema,
  type ListEnvelope,
  type ListOperation,
  type PathParameters,
  printPath,
  type SingleEnvelope,
  type SingleOperation,
} from "../catalogue"
import { type UpstreamConfig, type UpstreamLimits, usualLimits } from "./config"
import { refusalOf } from "./refusal"
import { createSender, type HttpAnswer } from "./send-request"
import { createTokenSource } from "./token-source"
import { UpstreamError } from "./upstream-error"

/** An operation that only reads. */
export type ReadOperation = ListOperation | SingleOperation

/** One read as the platform is asked for it. */
export interface UpstreamRead {
  readonly operation: ReadOperation
  readonly parameters: PathParameters
  readonly search: URLSearchParams
  /** True where `search` is of a `nextUrl` or `previousUrl`: a refusal then means "start over". */
  readonly following: boolean
  readonly requestId: string
}

export interface UpstreamAnswer {
  readonly envelope: ListEnvelope | SingleEnvelope
  /** When it came, in milliseconds since 1970. */
  readonly receivedAt: number
}

/** The only way to the platform. Every method throws `UpstreamError`. */
export interface Upstream {
  read(read: UpstreamRead): Promise<UpstreamAnswer>
  /** Resolves where a token is held or can be had. */
  checkAccess(): Promise<void>
  close(): Promise<void>
}

export interface UpstreamDependencies {
  readonly catalogue: Catalogue
  readonly config: UpstreamConfig
  readonly clock: () => number
  readonly dispatcher?: Dispatcher
  readonly limits?: UpstreamLimits
}

function parseEnvelope(
  schema: z.ZodType<ListEnvelope | SingleEnvelope>,
  text: string,
): ListEnvelope | SingleEnvelope {
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw new UpstreamError("upstream_invalid", { cause })
  }
}

/** Talks to the platform with a token of its own and fresh headers; every answer is parsed by the catalogue. */
export function createUpstream({
  catalogue,
  config,
  clock,
  dispatcher = new Agent(),
  limits = usualLimits,
}: UpstreamDependencies): Upstream {
  const send = createSender({ dispatcher, limits })
  const tokens = createTokenSource({ catalogue, config, clock, send })
  const schemas = new Map(
    catalogue.operations.map((operation) => [operation.id, envelopeSchema(catalogue, operation)]),
  )

  async function sendRead(read: UpstreamRead, token: string): Promise<HttpAnswer> {
    const query = read.search.toString()
    const path = printPath(read.operation, read.parameters)
    return send({
      method: "GET",
      url: `${config.apiUrl}${path}${query && `?${query}`}`,
      headers: {
        authorization: `Bearer ${token}`,
        accept: "application/json",
        "accept-type": "application/json",
        "x-request-id": read.requestId,
      },
    })
  }

  /** A token refused in mid-life is renewed once. */
  async function sendAuthorized(read: UpstreamRead): Promise<HttpAnswer> {
    const token = await tokens.getToken()
    const answer = await sendRead(read, token)
    if (answer.status !== 401) return answer
    tokens.discardToken(token)
    return sendRead(read, await tokens.getToken())
  }

  return {
    async read(read) {
      const schema = schemas.get(read.operation.id)
      if (!schema) throw new TypeError(`"${read.operation.id}" is not of this catalogue.`)
      const answer = await sendAuthorized(read)
      const receivedAt = clock()
      if (answer.status !== 200)
        throw refusalOf(answer, { following: read.following, now: receivedAt })
      return { envelope: parseEnvelope(schema, answer.text), receivedAt }
    },
    async checkAccess() {
      await tokens.getToken()
    },
    close: () => dispatcher.close(),
  }
}
