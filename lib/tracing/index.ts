export * from "./open-tracing"
export * from "./settings"
export type { StartedSpan } from "./span"
export * from "./trace-context"
