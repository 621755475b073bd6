import type { Catalogue, Operation } from "@/lib/catalogue"
import type { OpenableType } from "./open-by-id"

/** What a by-id operation asks for, with the names of the things that its ids stand for. */
export const openableType = (catalogue: Catalogue, operation: Operation): OpenableType => ({
  operation: operation.id,
  title: operation.title,
  steps: Object.entries(operation.parameters).map(([parameter, kind]) => ({
    parameter,
    title: catalogue.containers[kind]?.title ?? kind,
  })),
})
