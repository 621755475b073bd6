export type { OperationRequest } from "./bff"
export type { ProblemCode } from "./problem"
export * from "./runtime"
export { WorkspaceError } from "./workspace-reader"
