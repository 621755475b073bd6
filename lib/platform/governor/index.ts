export * from "./create-governor"
export * from "./governor"
