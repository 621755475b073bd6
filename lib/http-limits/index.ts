export * from "./limit-server"
