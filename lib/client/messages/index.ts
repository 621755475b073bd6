export * from "./labels"
export * from "./locale"
export type { Messages, Namespace } from "./messages"
