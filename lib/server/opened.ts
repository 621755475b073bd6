import type { LimitedBackend } from "./front"
import type { Arrival } from "./http/app-env"
import type { DeniedRequest } from "./http/refusal-recorder"
import type { AnswerAuth } from "./sessions/answer-auth"

/** The backend of this process, opened once: the part that Next's bundles use. */
export interface Backend extends LimitedBackend {
  /**
   * Handles a request of a mount behind Next, or of a page; waits while the backend is starting.
   */
  fetch(request: Request, arrival?: Arrival): Promise<Response>
  readonly answerAuth: AnswerAuth
  /** Records that a person's role may not read a page. */
  recordDenied(denied: DeniedRequest): void
  /**
   * Logs an error of a page or handler, under its pattern in the app folder and without its
   * message.
   */
  logPageError(error: unknown, page: { readonly operation: string; readonly method: string }): void
  /**
   * Reports not ready from now on, so that load balancers stop routing here, and closes connections
   * after their next response.
   */
  drain(): void
  /**
   * Shuts down in order: streams and recurring work, then requests in progress, then connections.
   */
  stop(closeServers: () => Promise<void>): Promise<void>
}

const key = Symbol.for("workplace-reporting.backend")
const holder = globalThis as typeof globalThis & { [key]?: Backend | undefined }

/** Next bundles handlers, pages and the server's start separately; they only share this global. */
export const openedBackend = (): Backend | undefined => holder[key]

export function holdBackend(backend: Backend | undefined): void {
  holder[key] = backend
}
