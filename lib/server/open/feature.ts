import type { BoundRoute } from "../http/routes"

/** What a feature gives to the program. */
export interface Feature {
  readonly routes?: readonly BoundRoute[]
  /** Called when the program is told to end: it begins no more work, while answers under way are finished. */
  stop?(): void
  /** Called after the last answer, for the features that were opened last first. */
  close?(): Promise<void>
}
