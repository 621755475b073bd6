import type { Catalogue, Operation } from "@/lib/catalogue"
import type { OpenableType } from "./open-by-id"

/** The inputs of a by-id operation, labelled with the kinds of its ids. */
export const openableType = (catalogue: Catalogue, operation: Operation): OpenableType => ({
  operation: operation.id,
  title: operation.title,
  steps: Object.entries(operation.parameters).map(([parameter, kind]) => ({
    parameter,
    title: catalogue.containers[kind]?.title ?? kind,
  })),
})
