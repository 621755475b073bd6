import { type Catalogue, fieldsOf, type ListOperation, listOperations } from "@/lib/catalogue"

/** The list whose copy holds an operation's records: the one that sends most of them, where several lists send the same. */
export function copySource(catalogue: Catalogue, operation: ListOperation): ListOperation {
  const same = listOperations(catalogue).filter(({ record }) => record === operation.record)
  const width = (each: ListOperation) => Object.keys(fieldsOf(catalogue, each)).length
  return same.reduce((best, each) => (width(each) > width(best) ? each : best), operation)
}
