import "server-only"
import { Agent, type Dispatcher } from "undici"
import {
  type Catalogue,
  envelopeSchema,
  type ListEnvelope,
  type ListOperation,
  type Operation,
  type PatchOperation,
  type PathParameters,
  type RowScope,
  type SingleEnvelope,
  type SingleOperation,
} from "../catalogue"
import { defaultLimits, type UpstreamConfig, type UpstreamLimits } from "./config"
import { type Governor, type Ticket, unlimited } from "./governor"
import { refusalOf } from "./refusal"
import {
  type BreakerRule,
  createBreaker,
  defaultBreaker,
  defaultRetries,
  type RetryRule,
  retryRead,
} from "./resilience"
import { buildRequest, createSender, type HttpAnswer } from "./send-request"
import { createTokenSource, type Pay, type TokenStore } from "./token-source"
import { isUpstreamError, UpstreamError } from "./upstream-error"

export type ReadOperation = ListOperation | SingleOperation

/** One read, as sent to the platform. */
export interface UpstreamRead {
  readonly operation: ReadOperation
  readonly parameters: PathParameters
  /** Scope of the rows that the response may contain. */
  readonly scope: RowScope
  readonly search: URLSearchParams
  /**
   * True if `search` comes from a `nextUrl` or `previousUrl`. A refusal then means "start over".
   */
  readonly following: boolean
  readonly requestId: string
  /** Passed on unchanged. */
  readonly traceparent?: string | undefined
  readonly ticket: Ticket
  /** Called when the request is sent. */
  readonly onSent?: (() => void) | undefined
}

/** One change, sent unmodified. */
export interface UpstreamEdit {
  readonly operation: PatchOperation
  readonly parameters: PathParameters
  /** JSON text of the patch, byte for byte. */
  readonly body: string
  readonly requestId: string
  readonly traceparent?: string | undefined
  readonly ticket: Ticket
}

export interface UpstreamAnswer {
  readonly envelope: ListEnvelope | SingleEnvelope
  /** Milliseconds since 1970. */
  readonly receivedAt: number
}

/** The only access to the platform. Every method throws `UpstreamError`. */
export interface Upstream {
  /** Reads, with retries for transient faults. Each call spends quota. */
  read(read: UpstreamRead): Promise<UpstreamAnswer>
  /**
   * Sends the change once, without retries. An error's `sent` says whether it may have been
   * applied.
   */
  edit(edit: UpstreamEdit): Promise<UpstreamAnswer>
  /** Resolves if a token is held or can be obtained. */
  checkAccess(): Promise<void>
  /** True while calls are refused at once because the platform is known to be down. */
  readonly isDown: boolean
  close(): Promise<void>
}

export interface UpstreamDependencies {
  readonly catalogue: Catalogue
  readonly config: UpstreamConfig
  readonly clock: () => number
  /**
   * Without a governor, every call is made at once. It runs each ticket's `confirm` right before
   * the call.
   */
  readonly governor?: Pick<Governor, "run" | "pause"> | undefined
  readonly tokenStore?: TokenStore | undefined
  readonly dispatcher?: Dispatcher
  readonly limits?: UpstreamLimits
  readonly retries?: RetryRule
  readonly breaker?: BreakerRule
}

/** The same error, marked as never sent. */
function asUnsent(error: unknown): unknown {
  if (!isUpstreamError(error)) return error
  const { code, retryAfter } = error
  const wait = retryAfter !== undefined && { retryAfter }
  return new UpstreamError(code, { sent: false, cause: error, ...wait })
}

/** Throws for any scope but `all`, since the platform's responses contain everybody's rows. */
function requireAllRows(scope: RowScope): void {
  switch (scope) {
    case "all":
      return
    default:
      scope satisfies never
      throw new TypeError("The platform can be asked for everybody's rows only.")
  }
}

/**
 * Thrown right before a call if the token expired or was refused while the call waited, and there
 * is no new one yet.
 */
class TokenEnded extends Error {}

/** Calls the platform with its own token and headers. Every response is parsed by the catalogue. */
export function createUpstream({
  catalogue,
  config,
  clock,
  governor = unlimited,
  tokenStore,
  dispatcher = new Agent(),
  limits = defaultLimits,
  retries = defaultRetries,
  breaker: breakerRule = defaultBreaker,
}: UpstreamDependencies): Upstream {
  const { apiUrl } = config
  const send = createSender({ dispatcher, limits })
  const tokens = createTokenSource({ catalogue, config, clock, send, tokenStore })
  const breaker = createBreaker(breakerRule)
  const schemas = new Map(
    catalogue.operations.map((operation) => [operation.id, envelopeSchema(catalogue, operation)]),
  )

  /**
   * Waits for quota before entering the breaker, so that other calls never wait for a queued trial
   * call.
   */
  const payWith =
    (ticket: Ticket): Pay =>
    async (call) => {
      breaker.check()
      const confirm = () => {
        breaker.check()
        ticket.confirm?.()
      }
      return governor.run({ ...ticket, confirm }, (arrived) => breaker.run(() => call(arrived)))
    }

  /**
   * Anybody may wait for the shared token, so fetching it has a person's priority, and continues if
   * the requester leaves.
   */
  const payToken: Pay = payWith({ priority: "person" })

  /** Until the time named by the platform, no instance calls it (decisions "Rate limit"). */
  async function storePause({ retryAfter, code }: UpstreamError): Promise<void> {
    if (retryAfter === undefined) return
    if (code === "upstream_rate_limited" || code === "upstream_unavailable")
      // If the pause cannot be stored, the log is unreachable and refuses the next calls itself.
      await governor.pause(retryAfter * 1000).catch(() => {})
  }

  function parseAnswer(operation: Operation, { text }: HttpAnswer): UpstreamAnswer {
    const receivedAt = clock()
    const schema = schemas.get(operation.id)
    if (!schema) throw new TypeError(`"${operation.id}" is not of this catalogue.`)
    try {
      return { envelope: schema.parse(JSON.parse(text)), receivedAt }
    } catch (cause) {
      throw new UpstreamError("upstream_invalid", { cause })
    }
  }

  async function requireOk(answer: HttpAnswer, following: boolean): Promise<HttpAnswer> {
    if (answer.status === 200) return answer
    const refusal = refusalOf(answer, { following, now: clock() })
    await storePause(refusal)
    throw refusal
  }

  /**
   * One paid call with the token held at that time. If there is none any more, the slot is given
   * back and the call queues again: a call holding a slot cannot wait for a token that needs a slot
   * too.
   */
  async function payWithToken(
    ticket: Ticket,
    call: (token: string, onHeaders?: () => void) => Promise<HttpAnswer>,
    waits = 2,
  ): Promise<HttpAnswer> {
    let token = await tokens.getToken(payToken)
    const confirm = () => {
      const held = tokens.heldToken()
      if (held === undefined && waits > 1) throw new TokenEnded()
      token = held ?? token
    }
    const pay = payWith({ ...ticket, confirm })
    return pay((onHeaders) => call(token, onHeaders)).catch((error: unknown) => {
      if (error instanceof TokenEnded) return payWithToken(ticket, call, waits - 1)
      throw error
    })
  }

  /**
   * One paid call. If its token is refused, the token is renewed once, and the second call is paid
   * for too.
   */
  async function readOnce(read: UpstreamRead): Promise<UpstreamAnswer> {
    const call = (accepts401: boolean) =>
      payWithToken(read.ticket, async (token, onHeaders) => {
        read.onSent?.()
        const answer = await send(buildRequest({ ...read, apiUrl, token }), onHeaders)
        if (answer.status !== 401 || !accepts401) return requireOk(answer, read.following)
        tokens.discardToken(token)
        return answer
      })
    const first = await call(true)
    return parseAnswer(read.operation, first.status === 401 ? await call(false) : first)
  }

  /** A refused token is dropped, but the change is not sent again. */
  async function editOnce(edit: UpstreamEdit, markSent: () => void): Promise<UpstreamAnswer> {
    const answer = await payWithToken(edit.ticket, async (token, onHeaders) => {
      markSent()
      const sent = await send(buildRequest({ ...edit, apiUrl, token }), onHeaders)
      if (sent.status === 401) tokens.discardToken(token)
      return requireOk(sent, false)
    })
    return parseAnswer(edit.operation, answer)
  }

  return {
    async read(read) {
      requireAllRows(read.scope)
      return retryRead(() => readOnce(read), retries)
    },
    async edit(edit) {
      let sent = false
      const markSent = () => {
        sent = true
      }
      return editOnce(edit, markSent).catch((error: unknown) => {
        throw sent ? error : asUnsent(error)
      })
    },
    async checkAccess() {
      await tokens.getToken(payToken)
    },
    get isDown() {
      return breaker.isOpen
    },
    close: () => dispatcher.close(),
  }
}
