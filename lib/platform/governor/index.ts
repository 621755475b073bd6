export * from "./call-log"
export * from "./create-governor"
export * from "./governor"
