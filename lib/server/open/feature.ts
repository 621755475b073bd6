import type { BoundRoute } from "../http/routes"

/** What a feature provides to the program. */
export interface Feature {
  readonly routes?: readonly BoundRoute[]
  /** Called on shutdown: starts no more work; requests in progress still complete. */
  stop?(): void
  /** Called after the last response, in reverse order of opening. */
  close?(): Promise<void>
}
