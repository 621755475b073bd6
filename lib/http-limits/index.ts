export * from "./limit-server"
export * from "./request-id"
export * from "./traceparent"
