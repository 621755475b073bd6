export * from "./limit-server"
export * from "./request-id"
