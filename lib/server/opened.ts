import type { LimitedBackend } from "./front"
import type { Arrival } from "./http/app-env"
import type { DeniedRequest } from "./http/refusal-recorder"
import type { AnswerAuth } from "./sessions/answer-auth"

/** The backend of this process, opened once: what Next's own bundles are given of it. */
export interface Backend extends LimitedBackend {
  /** The same for mounts behind Next, and for pages: while the backend starts it waits. */
  fetch(request: Request, arrival?: Arrival): Promise<Response>
  readonly answerAuth: AnswerAuth
  /** Records a page that somebody's role may not read. */
  recordDenied(denied: DeniedRequest): void
  /** One line for what a page or a handler threw, under its pattern in the app folder and without its message. */
  logPageError(error: unknown, page: { readonly operation: string; readonly method: string }): void
  /** From now on it is not ready, so that balancers send nobody here any more, and its connections end with their next answers. */
  drain(): void
  /** Ends in order: streams and work that repeats at once, then answers under way, then connections. */
  stop(closeServers: () => Promise<void>): Promise<void>
}

const key = Symbol.for("workplace-reporting.backend")
const holder = globalThis as typeof globalThis & { [key]?: Backend | undefined }

/** Next bundles handlers, pages and this program's start apart: this is the one thing that they share. */
export const openedBackend = (): Backend | undefined => holder[key]

export function holdBackend(backend: Backend | undefined): void {
  holder[key] = backend
}
